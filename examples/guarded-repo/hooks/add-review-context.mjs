const chunks = [];
for await (const chunk of process.stdin) {
  chunks.push(chunk);
}

const payload = JSON.parse(Buffer.concat(chunks).toString("utf8"));
const prompt = payload.prompt ?? "";

process.stdout.write(
  `${JSON.stringify({
    prompt: `Review policy: cite file paths and blocking risks first.\n\n${prompt}`,
  })}\n`,
);
