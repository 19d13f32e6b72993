export const marker = "[REDACTED]";

/** Says whether a value only stands in for a secret: `<your-token>`, `${TOKEN}`, `changeme`, `xxxx`, `AKIA…EXAMPLE`. */
export function isPlaceholder(value: string): boolean {
  return (
    isReference(value) ||
    standIns.test(value) ||
    wholeWords.test(value) ||
    (value.length >= 4 && distinct(value, 4) <= (value.length >= 8 ? 3 : 1)) ||
    isSequence(value)
  );
}

/** Says whether a value is taken from elsewhere when the text is used: a variable, a substitution, a template. */
export function isReference(value: string): boolean {
  return references.test(value);
}

const references =
  /^\$\(|^\$\{|^\$[A-Za-z_]\w{0,60}$|^\$env:|^\{\{|^\{[\w .:-]{0,60}\}$|^<[^>]{0,80}>?$|^%[\w({]|^#\{|^@[\w.]{1,60}@$|^__\w{1,60}__$|^`|^\$$|\$\{|\{\{|^(?:process\.env|import\.meta|os\.environ|os\.getenv|getenv|ENV\[|secrets\.|env\.|vars\.|var\.|local\.|self\.|this\.|props\.|config\.|settings\.|options\.|opts\.|req\.|request\.|args\.|data\.|op:\/\/|vault:|ssm:|arn:|projects\/|keyring:|awsssm:|azurekv:|gcpsm:|ref\+|!vault|!Ref|!Sub)/;

const standIns =
  /\[redacted\]|\[masked\]|\*{3}|•{3}|…|\.{3}|example|placeholder|change[-_ ]?me|change[-_]?this|xxxxx|XXXXX|your[-_ ](?:own|api|token|key|secret|password|access|auth|client|app|db|user|account|super|private|personal|bot|project|org)|^your|replace[-_ ]?(?:me|with|this)|insert[-_ ]?(?:your|token|key|here)|[-_]here$|dummy|not[-_]?(?:a[-_])?real|fake[-_]|mock[-_]|sample[-_]|deadbeef|<[a-z_ -]{1,40}>|abcdefgh|qwerty/i;

const wholeWords =
  /^(?:pass|passwd|password|pwd|passphrase|secret|secrets|token|key|apikey|api[-_]?key|credential|credentials|user|username|none|null|nil|undefined|true|false|yes|no|on|off|string|str|text|number|int|bool|boolean|bytes|object|any|unknown|void|never|optional|required|redacted|hidden|masked|todo|tbd|test|testing|foo|bar|baz|foobar|x+|n\/a|empty|default|value|my[-_]?(?:pass|password|secret|token|key|api[-_]?key)|the[-_]?(?:password|secret|token|key)|some[-_]?(?:password|secret|token|key|value)|secret[-_]?(?:key|value|token)|test[-_]?(?:pass|password|secret|token|key|value)|(?:pass|password|secret|token)[-_]?(?:here|value|string)|bearer|basic|digest)$/i;

/** How many different characters a value has, counted up to `enough`. */
export function distinct(value: string, enough: number): number {
  const seen = new Set<string>();
  for (const char of value) {
    seen.add(char);
    if (seen.size >= enough) break;
  }
  return seen.size;
}

/** True for `0123456789abcdef`, `abcdefghijkl` and the like: most characters follow their predecessor. */
function isSequence(value: string): boolean {
  if (value.length < 8) return false;
  let steps = 0;
  for (let at = 1; at < value.length; at++) {
    const step = value.charCodeAt(at) - value.charCodeAt(at - 1);
    if (step === 1 || step === -1 || step === 0 || step === -9 || step === 40) steps++;
  }
  return steps / (value.length - 1) >= 0.7;
}
