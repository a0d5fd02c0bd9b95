import { expect, test } from 'vitest';
import { SCIM_PAGE_MAX } from '#shared/contract/scim.ts';
import { fillInBulk } from '#tests/harness/plan-effort.ts';
import { startWithDirectory } from '#tests/harness/scim-directory.ts';

const people = 10_000;

test('[OPS-06] [PERF-03] 10,000 people are listed by pages, each once, and no page is larger than the limit', async () => {
  const { db, directory, stop } = await startWithDirectory();
  try {
    await fillInBulk(db, [
      `insert into users (id, email, role, is_active)
       select 'u_page_' || n, 'page' || n || '@pages.example', 'learner', true from generate_series(1, ${String(people)}) n`,
      `insert into directory_people (user_id, user_name, attributes)
       select 'u_page_' || n, 'page' || n || '@pages.example', '{}' from generate_series(1, ${String(people)}) n`,
    ]);
    const names = new Set<string>();
    let pages = 0;
    for (let startIndex = 1; startIndex <= people; pages += 1) {
      const { status, body } = await directory.send(
        'GET',
        `/Users?startIndex=${String(startIndex)}&count=${String(people)}&attributes=userName`,
      );
      expect([status, body.totalResults, body.itemsPerPage]).toEqual([200, people, SCIM_PAGE_MAX]);
      for (const { userName } of body.Resources) names.add(userName);
      startIndex += body.itemsPerPage;
    }
    expect([names.size, pages]).toEqual([people, people / SCIM_PAGE_MAX]);
  } finally {
    await stop();
  }
});
