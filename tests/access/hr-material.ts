/** What the access tests need of the HR area (HR-01 … HR-05). */
import { sql } from 'kysely';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';

/** Gives everybody a CV that is not signed; answers the ids of the versions in the order of the people. */
export async function insertCvs(
  tx: CommandTransaction,
  people: readonly { readonly id: string }[],
  fileId: number,
): Promise<number[]> {
  const ids = people.map(({ id }) => id);
  const { rows } = await sql<{ id: number; personId: string }>`
    with made as (
      insert into hr_documents (kind, person_id) select 'cv', id from unnest(${ids}::text[]) as person (id)
      returning id, person_id
    ), versions as (
      insert into hr_document_versions (document_id, number, file_id, original_name)
      select id, 1, ${fileId}, 'cv.txt' from made returning id, document_id
    )
    select versions.id, made.person_id from versions join made on made.id = versions.document_id
  `.execute(tx.db);
  await sql`
    update hr_documents d set current_version_id = v.id from hr_document_versions v
    where v.document_id = d.id and d.person_id = any(${ids}::text[])
  `.execute(tx.db);
  const versionOf = new Map(rows.map(({ id, personId }) => [personId, id]));
  return ids.map((id) => versionOf.get(id) ?? 0);
}

/** What each organization has in the HR area. */
export interface HrMaterial {
  readonly slug: string;
  /** An agreement with somebody who has no account. */
  readonly agreementId: number;
  readonly documentId: number;
  readonly registrationId: number;
}

/** Gives every organization an agreement, a document and a registration with a version each. */
export async function insertHrOfOrganizations(
  tx: CommandTransaction,
  organizations: readonly { readonly id: number; readonly slug: string }[],
  fileId: number,
): Promise<ReadonlyMap<number, HrMaterial>> {
  const made = new Map<number, HrMaterial>();
  for (const { id, slug } of organizations) {
    const agreementId = await insertAgreement(tx, { organizationId: id, fileId, partyUserId: null });
    const documentId = await insertDocument(tx, id, fileId);
    const { registrationId } = await insertRegistration(tx, id, fileId);
    made.set(id, { slug, agreementId, documentId, registrationId });
  }
  return made;
}

/** Makes an agreement that is out for signature; a party is a person, or somebody outside. */
export async function insertAgreement(
  tx: CommandTransaction,
  {
    organizationId,
    fileId,
    partyUserId,
    status = 'out_for_signature',
  }: {
    readonly organizationId: number;
    readonly fileId: number;
    readonly partyUserId: string | null;
    readonly status?: 'draft' | 'out_for_signature';
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into hr_agreements (organization_id, title, kind, party_user_id, party_name, starts_on, status, sent_at)
    values (${organizationId}, 'Advice', 'consulting', ${partyUserId}, ${partyUserId === null ? 'Outside' : null}, '2026-01-01',
      ${status}, ${status === 'draft' ? sql`null` : sql`app_now()`})
    returning id`.execute(tx.db);
  const id = rows[0]?.id ?? 0;
  await withVersion(
    tx,
    sql`insert into hr_documents (kind, organization_id, agreement_id) values ('agreement', ${organizationId}, ${id}) returning id`,
    fileId,
  );
  return id;
}

/** Makes an organization document. */
export async function insertDocument(
  tx: CommandTransaction,
  organizationId: number,
  fileId: number,
): Promise<number> {
  return withVersion(
    tx,
    sql`insert into hr_documents (kind, organization_id, title, category)
      values ('organization', ${organizationId}, 'Policy', 'policy') returning id`,
    fileId,
  );
}

/** Makes a registration with a document; `retired` takes it out of use. */
export async function insertRegistration(
  tx: CommandTransaction,
  organizationId: number,
  fileId: number,
  { retired = false }: { readonly retired?: boolean } = {},
): Promise<{ readonly registrationId: number; readonly documentId: number }> {
  const { rows } = await sql<{ id: number }>`
    insert into hr_registrations (organization_id, name, number, authority, country, retired_at, retired_reason)
    values (${organizationId}, 'License', 'L-1', 'Authority', 'Norway',
      ${retired ? sql`app_now()` : null}, ${retired ? 'It ended' : null}) returning id`.execute(tx.db);
  const registrationId = rows[0]?.id ?? 0;
  const documentId = await withVersion(
    tx,
    sql`insert into hr_documents (kind, organization_id, registration_id, title)
      values ('registration', ${organizationId}, ${registrationId}, 'Certificate') returning id`,
    fileId,
  );
  return { registrationId, documentId };
}

async function withVersion(
  tx: CommandTransaction,
  insert: ReturnType<typeof sql>,
  fileId: number,
): Promise<number> {
  const { rows } = await sql<{ documentId: number }>`
    with document as (${insert})
    insert into hr_document_versions (document_id, number, file_id, original_name)
    select id, 1, ${fileId}, 'document.txt' from document returning document_id
  `.execute(tx.db);
  const id = rows[0]?.documentId ?? 0;
  await sql`
    update hr_documents d set current_version_id = v.id from hr_document_versions v where v.document_id = d.id and d.id = ${id}
  `.execute(tx.db);
  return id;
}
