import type { HarmRow } from "./harm.ts";

/** Statements that delete or replace data, anywhere in a text. */
const deletingSql =
  /\b(?:drop\s+(?:table|database|schema|index|view|user|role|column|function|trigger|owned|sequence|type|extension|tablespace)|truncate\b|delete\s+from|alter\s+table\s+\S+\s+drop|reassign\s+owned)/i;

export const dataHarms: readonly HarmRow[] = [
  ["dropdb|dropuser", "database", "high", "Deletes a database or a user of it."],
  [
    "psql|mysql|mariadb|sqlite3|sqlite|duckdb|cockroach|sqlcmd|clickhouse-client|clickhouse|cqlsh|snowsql|usql|pgcli|mycli|bq|trino|presto|spark-sql|hive|isql|tsql|wrangler|turso|d1",
    "database",
    "high",
    "Runs SQL that deletes data.",
    { word: deletingSql },
  ],
  [
    "psql|mysql|mariadb|sqlite3|duckdb|sqlcmd|clickhouse-client",
    "database",
    "medium",
    "Runs SQL that changes data.",
    { word: /\b(?:update\s+\S+\s+set|insert\s+into|replace\s+into|alter\s+table|grant\s|revoke\s)/i },
  ],
  [
    "mysqladmin",
    "database",
    "high",
    "Deletes a database or stops the server.",
    { operand: /^(?:drop|shutdown|flush-.*)$/ },
  ],
  [
    "pg_restore",
    "database",
    "high",
    "Deletes what is in the database before restoring.",
    { with: "-c|--clean|-C|--create" },
  ],
  ["pg_ctl", "service-stop", "medium", "Stops the database.", { operand: /^(?:stop|restart|kill)$/ }],
  [
    "mongo|mongosh",
    "database",
    "high",
    "Deletes data.",
    { word: /\b(?:dropDatabase|drop|deleteMany|deleteOne|remove|dropIndexes?|dropUser)\s*\(/ },
  ],
  ["mongorestore", "database", "high", "Deletes what is in the database before restoring.", { with: "--drop" }],
  [
    "redis-cli|valkey-cli|keydb-cli",
    "database",
    "high",
    "Deletes data or stops the server.",
    { operand: /^(?:flushall|flushdb|shutdown|swapdb|debug)$/i },
  ],
  [
    "redis-cli|valkey-cli|keydb-cli",
    "database",
    "medium",
    "Deletes or overwrites keys.",
    { operand: /^(?:del|unlink|set|mset|rename|expire|hdel|lrem|srem|zrem|ltrim|getdel|config)$/i },
  ],
  [
    "rails|rake|bin/rails",
    "database",
    "high",
    "Deletes or rebuilds the database.",
    { operand: /^db:(?:drop|reset|schema:load|purge|truncate_all|migrate:reset|setup|seed:replant)/ },
  ],
  ["rails|rake|bin/rails", "database", "medium", "Changes the database.", { operand: /^db:(?:migrate|rollback)/ }],
  [
    "prisma migrate reset|prisma db push|sequelize db:drop|typeorm schema:drop|knex migrate:rollback|drizzle-kit drop|alembic downgrade|flyway clean|liquibase drop-all|liquibase dropAll|sequelize db:migrate:undo:all",
    "database",
    "high",
    "Deletes data from the database.",
  ],
  [
    "python|django-admin",
    "database",
    "high",
    "Deletes data from the database.",
    { operand: /^(?:flush|sqlflush|reset_db)$/ },
  ],
  [
    "php|artisan",
    "database",
    "high",
    "Deletes data from the database.",
    { operand: /^(?:migrate:(?:fresh|reset|refresh)|db:wipe)$/ },
  ],
  [
    "kafka-topics|kafka-topics.sh|kafka-delete-records|kafka-delete-records.sh",
    "database",
    "high",
    "Deletes messages.",
    { with: "--delete|--offset-json-file" },
  ],
  [
    "rabbitmqctl",
    "database",
    "high",
    "Deletes messages or stops the broker.",
    { operand: /^(?:delete_.*|purge_queue|reset|force_reset|stop|stop_app|shutdown)$/ },
  ],

  [
    "curl|xh|http|https",
    "network-delete",
    "medium",
    "Sends a request that deletes.",
    { word: /^(?:-X|--request=?)?DELETE$/i },
  ],
  ["wget", "network-delete", "medium", "Sends a request that deletes.", { word: /^--method=DELETE$/i }],
  ["wget", "fs-delete", "medium", "Deletes what it has downloaded.", { with: "--delete-after" }],
  [
    "ftp|lftp|sftp",
    "network-delete",
    "medium",
    "Deletes files on another machine.",
    { word: /\b(?:rm|mrm|del|mdel|delete|mirror\s+(?:-\w*R\w*\s+)?--delete)\b/ },
  ],
  ["ipfs repo gc|ipfs pin rm", "fs-delete", "medium", "Deletes stored data."],
];
