import { insertRows, nextIds } from './insert-rows.ts';
import { countryOf, demoRegistrations } from './library-hr.ts';
import { insertDocuments, plainVersion, type HrSeed } from './hr-seed.ts';

/** Registrations of each organization: valid, expiring, expired, without end, one retired (HR-01). */
export async function seedRegistrations(seed: HrSeed): Promise<void> {
  const { tx, organizations } = seed;
  const wanted = organizations.flatMap((organization) =>
    demoRegistrations.flatMap((registration) => {
      const { place } = organization;
      const endsIn = registration.endsIn[place];
      return endsIn === undefined ? [] : [{ organization, registration, endsIn }];
    }),
  );
  const ids = await nextIds(tx, 'hr_registrations', wanted.length);
  const rows = wanted.map(({ organization, registration, endsIn }, place) => {
    const { actor, timeZone, id } = organization;
    const [country, address] = countryOf[timeZone] ?? ['Ireland', '3 Grafton Row\nDublin D02'];
    const created = seed.ago(700 - place * 9);
    const retired = registration.retiredReason !== undefined;
    return {
      id: ids[place] ?? 0,
      organization_id: id,
      name: registration.name,
      number: `${registration.prefix}-${String(2019 + (place % 6))}-${String(1043 + place * 137)}`,
      authority: registration.authority,
      country,
      address,
      contact_name: 'Registration desk',
      contact_email: 'registrations@authority.example',
      contact_phone: null,
      valid_until: endsIn === null ? null : seed.day(endsIn),
      created_by: actor.id,
      revision: 1,
      created_at: created,
      updated_at: created,
      retired_at: retired ? seed.ago(33) : null,
      retired_by: retired ? actor.id : null,
      retired_reason: registration.retiredReason ?? null,
    };
  });
  await insertRows(tx, 'hr_registrations', rows);
  const papers = wanted.flatMap((one, place) => (one.registration.hasDocument ? [{ ...one, place }] : []));
  const documents = await nextIds(tx, 'hr_documents', papers.length);
  const versions = await nextIds(tx, 'hr_document_versions', papers.length);
  const made = papers.map(({ organization, registration, place }, at) => {
    const [id, version] = [documents[at] ?? 0, versions[at] ?? 0];
    const file = seed.file(`registration ${registration.name}`);
    const by = organization.actor.id;
    const uploaded = rows[place]?.created_at;
    return {
      document: {
        id,
        kind: 'registration',
        organization_id: organization.id,
        registration_id: ids[place],
        title: 'Certificate of registration',
        current_version_id: version,
        created_by: by,
        revision: 1,
        created_at: uploaded,
        updated_at: uploaded,
      },
      version: {
        ...plainVersion,
        id: version,
        document_id: id,
        number: 1,
        file_id: file.id,
        original_name: file.name,
        uploaded_by: by,
        uploaded_at: uploaded,
      },
    };
  });
  await insertDocuments(
    seed,
    made.map(({ document }) => document),
    made.map(({ version }) => version),
  );
}
