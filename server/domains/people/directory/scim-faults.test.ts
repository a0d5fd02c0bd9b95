/** Forms in which Microsoft's and other directories write SCIM (OPS-06), and requests that would cost too much. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scimUrns, startWithDirectory, type Directory } from '#tests/harness/scim-directory.ts';

let stop: () => Promise<void>;
let directory: Directory;

beforeAll(async () => {
  ({ stop, directory } = await startWithDirectory());
});

afterAll(() => stop());

test('[OPS-06] parts of one item that are not there yet make one item, with and without a path', async () => {
  const { id } = await directory.person({ userName: 'parts' });
  const path = `/Users/${id}`;
  await directory.patch(
    path,
    { op: 'Add', path: 'emails[type eq "work"].value', value: 'parts@life.example' },
    { op: 'Add', path: 'emails[type eq "work"].primary', value: true },
    { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Oslo' },
    { op: 'Add', path: 'addresses[type eq "work"].country', value: 'Norway' },
    {
      op: 'Add',
      value: {
        'addresses[type eq "home"].locality': 'Bergen',
        'addresses[type eq "home"].country': 'Norway',
      },
    },
  );
  const { body } = await directory.send('GET', path);
  expect(body.emails).toEqual([{ value: 'parts@life.example', type: 'work', primary: true }]);
  expect(body['addresses']).toEqual([
    { type: 'work', locality: 'Oslo', country: 'Norway' },
    { type: 'home', locality: 'Bergen', country: 'Norway' },
  ]);
});

const { user, enterprise } = scimUrns;
test.for([
  [{ op: 'replace', path: `${user}:name.givenName`, value: 'Urn' }],
  [{ op: 'replace', path: `${user}:emails[type eq "work"].value`, value: 'forms2@life.example' }],
  [{ op: 'replace', path: `${enterprise}:manager.value`, value: 'boss' }],
  [{ op: 'add', path: `${enterprise}:manager`, value: [{ $ref: '../Users/boss', value: 'boss' }] }],
  [{ op: 'replace', path: `${enterprise}:manager`, value: null }],
  [{ op: 'replace', value: { title: null } }],
  [{ op: 'replace', value: { title: null, nickName: 'Nick' } }],
])('[OPS-06] the change %j is understood', async ([operation]) => {
  const { id } = await directory.person({
    userName: 'forms',
    title: 'Nurse',
    emails: [{ value: 'forms@life.example', type: 'work' }],
    [enterprise]: { manager: { value: 'former' } },
  });
  const path = `/Users/${id}`;
  const before = (await directory.send('GET', path)).body;
  const { status } = await directory.patch(path, operation ?? {});
  const after = (await directory.send('GET', path)).body;
  await directory.send('DELETE', path);
  expect(status).toBe(204);
  if (JSON.stringify(operation).includes('title')) expect(after.title).toBeUndefined();
  expect({ ...after, meta: null }).not.toEqual({ ...before, meta: null });
});

test('[OPS-06] a manager can be compared in a filter, as Microsoft’s directory does for references', async () => {
  const made = await directory.person({ userName: 'compared', [enterprise]: { manager: { value: 'boss' } } });
  expect(await directory.find(`id eq "${made.id}" and manager eq "boss"`)).toEqual(['compared']);
});

test('[OPS-06] an item with a type that the RFC does not list is accepted', async () => {
  const emails = [{ value: 'business@life.example', type: 'Business' }];
  expect((await directory.send('POST', '/Users', { userName: 'types', emails })).status).toBe(201);
});

test('[OPS-06] a day that the database does not know is refused', async () => {
  const filter = encodeURIComponent('meta.created gt "+275760-09-13T00:00:00Z"');
  expect((await directory.send('GET', `/Users?filter=${filter}`)).status).toBe(400);
});

test('[OPS-06] the filter in a path of a PATCH is bounded like that of a list', async () => {
  const { id } = await directory.person({ userName: 'slow' });
  const many = '(type eq "a" or type eq "b") and '.repeat(12);
  const { body } = await directory.patch(`/Users/${id}`, {
    op: 'replace',
    path: `emails[${many}type eq "b"].value`,
    value: 'slow@life.example',
  });
  expect(body.scimType).toBe('invalidFilter');
});
