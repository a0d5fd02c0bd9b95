/** SCIM as directories speak it: the requests of RFC 7644, and the forms in which Microsoft's and other directories differ from it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scimUrns, startWithDirectory, type Directory } from '#tests/harness/scim-directory.ts';

let stop: () => Promise<void>;
let directory: Directory;

beforeAll(async () => {
  ({ stop, directory } = await startWithDirectory());
});

afterAll(() => stop());

describe('what the protocol offers', () => {
  test('[OPS-06] features, kinds and schemas are described at their addresses', async () => {
    const features = await directory.send('GET', '/ServiceProviderConfig');
    expect(features.status).toBe(200);
    expect(features.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
    expect(features.body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 500 },
      etag: { supported: true },
      changePassword: { supported: false },
    });
    const kinds = await directory.send('GET', '/ResourceTypes');
    expect(kinds.body.Resources.map(({ endpoint }) => endpoint)).toEqual(['/Users', '/Groups']);
    expect((await directory.send('GET', '/ResourceTypes/Group')).body.id).toBe('Group');
    const schemas = await directory.send('GET', '/Schemas');
    expect(schemas.body.Resources.map(({ id }) => id)).toEqual([
      scimUrns.user,
      scimUrns.group,
      scimUrns.enterprise,
    ]);
    expect((await directory.send('GET', `/Schemas/${scimUrns.user}`)).body.id).toBe(scimUrns.user);
    expect((await directory.send('GET', '/Schemas/urn:none')).status).toBe(404);
  });

  test('[OPS-06] addresses are found in other cases, with a slash at the end, and under a former name', async () => {
    for (const path of ['/users', '/Users/', '/GROUPS', '/serviceConfiguration', '/Users/?startIndex=1'])
      expect((await directory.send('GET', path)).status, path).toBe(200);
    for (const path of ['/Nothing', '', '/Users/a/b']) {
      const { status, body } = await directory.send('GET', path);
      expect([status, body.schemas, body.status], path).toEqual([404, [scimUrns.error], '404']);
    }
  });
});

describe('people', () => {
  test('[OPS-06] a person is created, read, changed, replaced and removed', async () => {
    const made = await directory.send('POST', '/Users', {
      schemas: [scimUrns.user, scimUrns.enterprise],
      userName: 'mara@life.example',
      externalId: 'key-1',
      active: true,
      displayName: 'Mara Lind',
      title: 'Study nurse',
      name: { givenName: 'Mara', familyName: 'Lind', formatted: 'Mara Lind, RN' },
      emails: [{ value: 'mara@life.example', type: 'work', primary: true }],
      addresses: [{ type: 'work', country: 'Iceland', locality: null }],
      [scimUrns.enterprise]: { department: 'Ward 3' },
    });
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.headers.get('location')).toBe(made.body.meta.location);
    expect(made.headers.get('etag')).toBe(made.body.meta.version);
    const path = `/Users/${id}`;
    const read = await directory.send('GET', path);
    expect(read.body).toEqual(made.body);
    expect(read.body).toMatchObject({ title: 'Study nurse', name: { formatted: 'Mara Lind, RN' } });

    expect((await directory.patch(path, { op: 'replace', path: 'userName', value: 'mara2' })).status).toBe(
      204,
    );
    expect((await directory.send('GET', path)).body.userName).toBe('mara2');

    const replaced = await directory.send('PUT', path, {
      schemas: [scimUrns.user],
      id,
      userName: 'mara3',
      active: false,
      name: { givenName: 'Mara', familyName: 'Berg', formatted: 'New' },
      addresses: [{ type: 'work', country: 'Norway' }],
      adresses: ['misspelled'],
    });
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({ userName: 'mara3', active: false, name: { formatted: 'New' } });
    expect(JSON.stringify(replaced.body)).toContain('Norway');
    expect(JSON.stringify(replaced.body)).not.toContain('misspelled');
    expect(replaced.body.title).toBeUndefined();

    // Some clients name the media type of nothing.
    for (const type of ['application/scim+json', 'application/json'])
      expect(
        (await directory.send('GET', path, undefined, { headers: { 'content-type': type } })).status,
      ).toBe(200);
    const typed = { headers: { 'content-type': 'application/scim+json' } };
    expect((await directory.send('DELETE', path, undefined, typed)).status).toBe(204);
    expect((await directory.send('GET', path)).status).toBe(404);
    expect((await directory.send('DELETE', path)).status).toBe(404);
  });

  test('[OPS-06] what Microsoft’s directory writes differently is understood', async () => {
    const { id, active } = await directory.person({
      UserName: 'entra-1',
      active: 'True',
      emails: [{ Primary: 'true', Type: 'work', Value: 'entra1@life.example' }],
      [scimUrns.enterprise]: { Department: 'Lab', Manager: { Value: 'not-there', $ref: '../Users/x' } },
    });
    expect(active).toBe(true);
    const path = `/Users/${id}`;
    await directory.patch(
      path,
      { op: 'Replace', path: 'active', value: 'False' },
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'home@life.example' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'work@life.example' },
      { op: 'Add', path: `${scimUrns.enterprise}:manager`, value: 'somebody' },
      {
        op: 'Add',
        value: {
          'name.givenName': 'En',
          'name.familyName': 'Tra',
          [`${scimUrns.enterprise}:department`]: 'Office',
        },
      },
    );
    const { body } = await directory.send('GET', path);
    expect(body).toMatchObject({
      active: false,
      name: { givenName: 'En', familyName: 'Tra' },
      emails: [
        { value: 'work@life.example', type: 'work' },
        { value: 'home@life.example', type: 'home' },
      ],
      [scimUrns.enterprise]: { department: 'Office', manager: { value: 'somebody' } },
    });
    await directory.send('DELETE', path);
  });

  const bad: readonly (readonly [string, string, unknown, number, string | undefined])[] = [
    ['no userName', 'POST', { schemas: [scimUrns.user], active: true }, 400, 'invalidValue'],
    ['a userName that is a number', 'POST', { userName: 5 }, 400, 'invalidValue'],
    ['text that is no JSON', 'POST', '{"active": tre', 400, 'invalidSyntax'],
    ['a title of 300 characters', 'POST', { userName: 'long', title: 'x'.repeat(300) }, 400, 'invalidValue'],
    ['an active that is neither', 'POST', { userName: 'maybe', active: 'perhaps' }, 400, 'invalidValue'],
    [
      'a key of the prototype',
      'POST',
      '{"userName": "a", "__proto__": {"role": "admin"}}',
      400,
      'invalidSyntax',
    ],
    ['a list', 'POST', [], 400, 'invalidValue'],
    ['a userName of which nothing is visible', 'POST', { userName: '\u200B\u3164' }, 400, 'invalidValue'],
    ['NUL', 'POST', { userName: 'a\u0000b' }, 400, 'invalidValue'],
  ];
  test.for(bad)(
    '[OPS-06] %s is refused in the form of SCIM, and nothing is kept',
    async ([, method, body, status, keyword]) => {
      const before = (await directory.send('GET', '/Users?count=0')).body.totalResults;
      const answer = await directory.send(method, '/Users', body);
      expect([answer.status, answer.body.schemas, answer.body.status, answer.body.scimType]).toEqual([
        status,
        [scimUrns.error],
        String(status),
        keyword,
      ]);
      expect(answer.body.detail).not.toBe('');
      expect((await directory.send('GET', '/Users?count=0')).body.totalResults).toBe(before);
    },
  );

  test('[OPS-06] a userName in use is refused, and so are operations that mean nothing', async () => {
    const { id } = await directory.person({ userName: 'Unique' });
    const again = await directory.send('POST', '/Users', { userName: 'unique' });
    expect([again.status, again.body.scimType]).toEqual([409, 'uniqueness']);
    const path = `/Users/${id}`;
    for (const operation of [
      { op: 'copy', path: 'title', value: 'x' },
      { op: 'replace', path: 'unknown', value: 'x' },
      { op: 'remove' },
      { op: 'remove', path: 'userName' },
    ])
      expect((await directory.patch(path, operation)).status, JSON.stringify(operation)).toBe(400);
    expect((await directory.send('PUT', path, { id, userame: 'x' })).status).toBe(400);
    expect((await directory.send('GET', path)).body.userName).toBe('Unique');
    await directory.send('DELETE', path);
  });

  test('[OPS-06] an older version is refused with 412, the present one is changed', async () => {
    const { id, meta } = await directory.person({ userName: 'etag@life.example' });
    const path = `/Users/${id}`;
    const change = (version: string, title: string) =>
      directory.send(
        'PATCH',
        path,
        { schemas: [scimUrns.patch], Operations: [{ op: 'replace', path: 'title', value: title }] },
        { headers: { 'if-match': version } },
      );
    expect((await change(meta.version, 'First')).status).toBe(204);
    expect((await change(meta.version, 'Second')).status).toBe(412);
    const now = await directory.send('GET', path);
    expect(now.body.title).toBe('First');
    expect((await change(`W/${now.body.meta.version}`, 'Third')).status).toBe(204);
    await directory.send('DELETE', path);
  });
});

describe('lists', () => {
  beforeAll(async () => {
    for (const [userName, familyName, value] of [
      ['Omar', 'Boss', 'omar@one.example'],
      ['emp1', 'Worker', 'emp1@two.example'],
      ['emp2', 'Worker', 'emp2@one.example'],
      ['emp3', 'Worker', 'emp3@three.example'],
    ])
      await directory.person({
        userName,
        externalId: `Key-${String(userName)}`,
        displayName: `${String(userName)} of the list`,
        name: { familyName },
        emails: [
          { value, type: 'work', primary: true },
          { value: `home-${String(value)}`, type: 'home' },
        ],
        phoneNumbers: [{ value: '1', type: 'fax' }],
      });
  });

  const filters: readonly (readonly [string, readonly string[]])[] = [
    ['userName eq "OMAR"', ['Omar']],
    ['DisplayName eq "emp1 of the list"', ['emp1']],
    ['externalId eq "Key-emp2"', ['emp2']],
    ['externalId eq "key-emp2"', []],
    [
      'name.FamilyName eq Worker and (emails.Value co one.example or emails.Value co three.example)',
      ['emp2', 'emp3'],
    ],
    ['userName sw O', ['Omar']],
    ['userName ew "2"', ['emp2']],
    ['userName ne "Omar" and name.familyName eq "Worker" and active eq true', ['emp1', 'emp2', 'emp3']],
    ['not (name.familyName eq "Worker") and displayName pr', ['Omar']],
    ['emails[type eq "work" and value co "two"]', ['emp1']],
    ['emails[type eq "home" and value sw "emp1"]', []],
    ['meta.created gt 2015-10-10T14:38:21.86-07:00 and userName sw "emp"', ['emp1', 'emp2', 'emp3']],
    ['meta.lastModified lt "2015-10-10T14:38:21Z"', []],
    ['nickName pr', []],
    [`${scimUrns.user}:userName eq "emp3"`, ['emp3']],
    [`${scimUrns.enterprise}:department eq "None"`, []],
    ['active eq "False"', []],
    ['phoneNumbers.value eq "1" and userName gt "emp2" and userName lt "emp4"', ['emp3']],
    ['title eq null and userName eq "emp1"', ['emp1']],
    [`userName eq "' or true --"`, []],
  ];
  test.for(filters)('[OPS-06] %s', async ([filter, userNames]) => {
    expect(await directory.find(filter)).toEqual(userNames);
  });

  test.for([
    'userName eq',
    '((((',
    'unknown eq "x"',
    'userName like "x"',
    'active gt true',
    'meta.created gt "yesterday"',
    `userName eq "${'x'.repeat(1000)}"`,
    Array.from({ length: 12 }, (_, index) => `(userName eq "a${String(index)}" or title eq "b")`).join(
      ' and ',
    ),
    '',
  ])('[OPS-06] the filter %s is refused', async (filter) => {
    const { status, body } = await directory.send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
    expect([status, body.schemas]).toEqual([400, [scimUrns.error]]);
  });

  test('[OPS-06] pages have the whole number, and every person once', async () => {
    const page = async (startIndex: number, count: number) =>
      (await directory.send('GET', `/Users?startIndex=${String(startIndex)}&count=${String(count)}`)).body;
    const first = await page(1, 3);
    expect(first).toMatchObject({
      totalResults: 4,
      startIndex: 1,
      itemsPerPage: 3,
      schemas: [scimUrns.list],
    });
    const second = await page(4, 3);
    expect(second.itemsPerPage).toBe(1);
    expect([...first.Resources, ...second.Resources].map(({ userName }) => userName)).toEqual([
      'Omar',
      'emp1',
      'emp2',
      'emp3',
    ]);
    expect(await page(99, 3)).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] });
    expect(await page(1, 0)).toMatchObject({ totalResults: 4, itemsPerPage: 0, Resources: [] });
    expect((await page(-5, -1)).startIndex).toBe(1);
  });

  test('[OPS-06] only the attributes that are asked for are answered', async () => {
    const one = async (query: string) =>
      (await directory.send('GET', `/Users?filter=${encodeURIComponent('userName eq "emp1"')}&${query}`)).body
        .Resources[0] ?? {};
    expect(Object.keys(await one('attributes=userName,emails')).toSorted()).toEqual([
      'emails',
      'id',
      'schemas',
      'userName',
    ]);
    expect(await one(`attributes=${encodeURIComponent('emails[type eq "work"]')}`)).toHaveProperty('emails');
    expect(await one('attributes=name.familyName')).toMatchObject({ name: { familyName: 'Worker' } });
    const without = await one('excludedAttributes=emails,name,phoneNumbers');
    expect(without).not.toHaveProperty('emails');
    expect(without).toHaveProperty('userName');
  });
});

describe('groups', () => {
  test('[OPS-06] a group is created, filled, changed and deleted', async () => {
    const [one, two] = [
      await directory.person({ userName: 'member1', displayName: 'Member one' }),
      await directory.person({ userName: 'member2' }),
    ];
    const { id } = await directory.group('Readers', [one.id]);
    const path = `/Groups/${id}`;
    const members = async () => (await directory.send('GET', path)).body.members;
    expect(await members()).toEqual([{ value: one.id }]);

    const add = { op: 'add', path: 'members', value: [{ value: two.id, displayName: 'New reader' }] };
    expect((await directory.patch(path, add)).status).toBe(204);
    expect(await members()).toContainEqual({ value: two.id, display: 'New reader' });
    expect((await directory.send('GET', `/Users/${two.id}`)).body.groups).toMatchObject([
      { value: id, display: 'Readers' },
    ]);

    await directory.patch(path, { op: 'remove', path: `members[value eq "${two.id}"]` });
    expect(await members()).toEqual([{ value: one.id }]);
    await directory.patch(path, { op: 'Add', path: 'members', value: 'not there yet' });
    expect((await members()).map(({ value }) => value).toSorted()).toEqual(
      [one.id, 'not there yet'].toSorted(),
    );
    await directory.patch(path, { op: 'Remove', path: 'members', value: [{ value: one.id }] });
    expect(await members()).toEqual([{ value: 'not there yet' }]);
    await directory.patch(path, { op: 'remove', path: 'members' });
    expect(await members()).toEqual([]);

    const put = await directory.send('PUT', path, {
      displayName: 'Writers',
      members: [{ value: one.id }, { value: two.id, $ref: 'x' }],
    });
    expect(put.body).toMatchObject({ displayName: 'Writers' });
    expect(put.body.members).toHaveLength(2);
    expect(
      (await directory.patch(path, { op: 'replace', value: { displayName: 'Editors', externalId: 'k' } }))
        .status,
    ).toBe(204);
    const lean = await directory.send('GET', `${path}?excludedAttributes=members`);
    expect(lean.body).toMatchObject({ displayName: 'Editors', externalId: 'k' });
    expect(lean.body.members).toBeUndefined();

    const found = async (filter: string) =>
      (await directory.send('GET', `/Groups?filter=${encodeURIComponent(filter)}`)).body.Resources.map(
        (group) => group.displayName,
      );
    expect(await found('displayName eq "EDITORS"')).toEqual(['Editors']);
    expect(await found(`members.value eq "${two.id}"`)).toEqual(['Editors']);
    expect(await found('members[value eq "nobody"]')).toEqual([]);

    await directory.send('DELETE', `/Users/${two.id}`);
    expect(await members()).toEqual([{ value: one.id }]);
    expect((await directory.send('DELETE', path)).status).toBe(204);
    expect((await directory.send('GET', path)).status).toBe(404);
    await directory.send('DELETE', `/Users/${one.id}`);
  });

  test.for([
    [{ members: [] }, 400],
    [{ displayName: '  ' }, 400],
    [{ displayName: '\u200B\u3164' }, 400],
    [{ displayName: 'two\nlines' }, 400],
    [{ displayName: 'x'.repeat(300) }, 400],
    [{ displayName: 'x', members: [{}] }, 400],
    [{ displayName: 'x', members: [{ value: 5 }] }, 400],
  ] as const)('[OPS-06] the group %j is refused', async ([body, status]) => {
    expect((await directory.send('POST', '/Groups', body)).status).toBe(status);
    expect((await directory.send('GET', '/Groups')).body.totalResults).toBe(0);
  });

  test('[OPS-06] an older version of a group is refused with 412', async () => {
    const { id, meta } = await directory.group('Versions');
    const rename = (displayName: string) =>
      directory.send('PUT', `/Groups/${id}`, { displayName }, { headers: { 'if-match': meta.version } });
    expect((await rename('Once')).status).toBe(200);
    expect((await rename('Twice')).status).toBe(412);
    for (const operation of [
      { op: 'remove', path: 'displayName' },
      { op: 'add', path: 'owners', value: [] },
      { op: 'add' },
    ])
      expect((await directory.patch(`/Groups/${id}`, operation)).status).toBe(400);
    expect((await directory.send('GET', `/Groups/${id}`)).body.displayName).toBe('Once');
    await directory.send('DELETE', `/Groups/${id}`);
  });
});
