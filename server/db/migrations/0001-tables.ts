import { sql, type Kysely } from 'kysely';
import { accountsSql } from '#server/db/schema/accounts.ts';
import { assignmentsSql } from '#server/db/schema/assignments.ts';
import { clockSql } from '#server/db/schema/clock.ts';
import { curriculaSql } from '#server/db/schema/curricula.ts';
import { filesSql } from '#server/db/schema/files.ts';
import { messagesSql } from '#server/db/schema/messages.ts';
import { modulesSql } from '#server/db/schema/modules.ts';
import { organizationsSql } from '#server/db/schema/organizations.ts';
import { peopleReachSql, peopleSql, peopleTriggersSql } from '#server/db/schema/people.ts';
import { platformSql } from '#server/db/schema/platform.ts';
import { signaturesSql } from '#server/db/schema/signatures.ts';

/** The tables of SPEC §3 as DESIGN 'The data' has them. */
export async function up(db: Kysely<never>): Promise<void> {
  const areas = [
    clockSql,
    organizationsSql,
    peopleSql,
    peopleTriggersSql,
    peopleReachSql,
    accountsSql,
    filesSql,
    modulesSql,
    curriculaSql,
    assignmentsSql,
    signaturesSql,
    messagesSql,
    platformSql,
  ];
  for (const text of areas) await sql.raw(text).execute(db);
}
