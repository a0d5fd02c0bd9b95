import { readSignedRecords } from '#server/domains/hr/index.ts';
import { signDemo } from './demo-signatures.ts';
import { insertRows, nextIds } from './insert-rows.ts';
import { demoAgreements, type DemoAgreement } from './library-hr.ts';
import {
  insertDocuments,
  plainVersion,
  type DemoHrOrganization,
  type DemoHrPerson,
  type HrSeed,
} from './hr-seed.ts';

interface Planned {
  readonly agreement: DemoAgreement;
  readonly organization: DemoHrOrganization;
  readonly party: DemoHrPerson | null;
}

/** Plans all agreements for the first organization, and two for each of the others. */
function plan({ organizations, people }: HrSeed): readonly Planned[] {
  return organizations.flatMap((organization) => {
    const { place } = organization;
    const wanted = demoAgreements.filter(
      (_, index) => place === 0 || index === place % 7 || index === (place + 3) % 7,
    );
    const able = people.filter(
      (person) => person.organizationId === organization.id && person.isActive && !person.neverSignedIn,
    );
    const email = (agreement: DemoAgreement) =>
      agreement.status === 'active' ? 'manager@demo.example' : 'learner@demo.example';
    return wanted.map((agreement) => {
      const known = able.find((person) => person.email === email(agreement)) ?? able.at(-1) ?? null;
      return { agreement, organization, party: agreement.inside ? known : null };
    });
  });
}

/** Agreements in each state with their documents, signed by the person who has signed (HR-03). */
export async function seedAgreements(seed: HrSeed): Promise<void> {
  const { tx } = seed;
  const planned = plan(seed);
  const ids = await nextIds(tx, 'hr_agreements', planned.length);
  const documents = await nextIds(tx, 'hr_documents', planned.length);
  const versions = await nextIds(tx, 'hr_document_versions', planned.length);
  const rows = planned.map((one, place) => agreementRow(seed, one, ids[place] ?? 0));
  await insertRows(tx, 'hr_agreements', rows);
  const papers = planned.map(({ agreement, organization }, place) => {
    const created = seed.ago(Math.max(agreement.startsAgo, 0) + 20);
    const [id, version] = [documents[place] ?? 0, versions[place] ?? 0];
    const file = seed.file(`agreement ${agreement.title}`);
    const by = organization.actor.id;
    return {
      document: {
        id,
        kind: 'agreement',
        organization_id: organization.id,
        agreement_id: ids[place],
        current_version_id: version,
        created_by: by,
        revision: 1,
        created_at: created,
        updated_at: created,
      },
      version: {
        ...plainVersion,
        id: version,
        document_id: id,
        number: 1,
        file_id: file.id,
        original_name: file.name,
        uploaded_by: by,
        uploaded_at: created,
      },
    };
  });
  await insertDocuments(
    seed,
    papers.map(({ document }) => document),
    papers.map(({ version }) => version),
  );
  await sign(seed, planned, ids);
}

function agreementRow(seed: HrSeed, { agreement, organization, party }: Planned, id: number) {
  const { title, kind, status, startsAgo, endsIn, partyName, terminatedReason, notice } = agreement;
  const begun = Math.max(startsAgo, 0);
  const draft = status === 'draft';
  const signed = status === 'active' || status === 'terminated';
  const by = organization.actor.id;
  return {
    id,
    organization_id: organization.id,
    title,
    kind,
    party_user_id: party?.id ?? null,
    party_name: party ? null : partyName || 'Northfield Statistics',
    party_email: null,
    starts_on: seed.day(-startsAgo),
    ends_on: endsIn === null ? null : seed.day(endsIn),
    notice_days: 30,
    status,
    sent_at: draft ? null : seed.ago(signed ? begun + 12 : 5 + organization.place * 1.7),
    activated_at: signed ? seed.ago(begun + 8) : null,
    terminated_at: status === 'terminated' ? seed.ago(15 + organization.place) : null,
    terminated_by: status === 'terminated' ? by : null,
    terminated_reason: terminatedReason ?? null,
    terminates_on: notice ? seed.day(notice.endsIn) : null,
    notice_given_at: notice ? seed.ago(12) : null,
    notice_given_by: notice ? by : null,
    notice_reason: notice?.reason ?? null,
    declined_at: status === 'declined' ? seed.ago(3 + organization.place) : null,
    declined_reason: agreement.declinedReason ?? null,
    created_by: by,
    revision: 1,
    created_at: seed.ago(begun + 21),
    updated_at: seed.ago(begun + 8),
  };
}

/** Both sides sign active and terminated agreements; the organization signs those that are out for signature. */
async function sign({ tx, ago }: HrSeed, planned: readonly Planned[], ids: readonly number[]): Promise<void> {
  const of = new Map(planned.map((one, place) => [ids[place] ?? 0, one]));
  const records = await readSignedRecords(tx.db, 'hr_agreements', ids);
  await signDemo(
    tx,
    records.flatMap(({ id, text, contentHash }) => {
      const one = of.get(id);
      if (!one || one.agreement.status === 'draft' || one.agreement.status === 'declined') return [];
      const { agreement, organization, party } = one;
      const record = { recordType: 'hr_agreements', recordId: id, text, contentHash } as const;
      const out = agreement.status === 'out_for_signature';
      const days = out ? 5 + organization.place * 1.7 - 0.2 : Math.max(agreement.startsAgo, 0) + 9;
      const signer = (person: DemoHrPerson, later: number) => ({
        signerId: person.id,
        printedName: person.name,
        timeZone: person.timeZone,
        signedAt: new Date(Date.parse(ago(days)) + later * 3_600_000),
      });
      const ours = party ? ('agreed_for_organization' as const) : ('agreed_countersigned' as const);
      const own = { ...record, ...signer(organization.actor, 1), meaning: ours };
      return party && !out
        ? [own, { ...record, ...signer(party, 3), meaning: 'agreed_as_party' as const }]
        : party || !out
          ? [own]
          : [];
    }),
  );
}
