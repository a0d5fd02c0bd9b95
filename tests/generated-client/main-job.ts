/**
 * The main job of the product by a client that is generated from docs/openapi.json, as somebody outside would write it (OPS-06):
 * it is compiled against the generated types, and run against the real server.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from '../../.cache/generated-client/api.d.ts';

type Client = ReturnType<typeof createClient<paths>>;

/** Who does what, and where. */
export interface MainJob {
  readonly url: string;
  readonly admin: components['schemas']['SignInForm'];
  readonly learner: components['schemas']['SignInForm'] & { readonly id: string };
  readonly departmentId: number;
  readonly meaning: string;
}

/** A client with a cookie jar of its own. */
function open(url: string): Client {
  const client = createClient<paths>({ baseUrl: url });
  let cookie = '';
  client.use({
    onRequest: ({ request }) => {
      if (cookie !== '') request.headers.set('cookie', cookie);
      return request;
    },
    onResponse: ({ response }) => {
      const [first] = response.headers.getSetCookie();
      if (first !== undefined) cookie = first.split(';')[0] ?? '';
    },
  });
  return client;
}

/** The data of an answer; a problem becomes an error with its code. */
function must<Data>(answer: {
  data?: Data;
  error?: { readonly code: string; readonly detail: string };
}): Data {
  if (answer.data === undefined)
    throw new Error(`${answer.error?.code ?? '?'}: ${answer.error?.detail ?? ''}`);
  return answer.data;
}

/** Creates a module, puts it into a matrix, assigns it, completes it with a signature, and reads the report. */
export async function doMainJob({
  url,
  admin: adminForm,
  learner: learnerForm,
  departmentId,
  meaning,
}: MainJob) {
  const admin = open(url);
  must(await admin.POST('/api/auth/login', { body: adminForm }));
  const created = await admin.POST('/api/training-modules', {
    params: { header: { 'Idempotency-Key': 'generated-client-1' } },
    body: { title: 'CP-77 Consent', description: 'How consent is obtained', contentType: 'text' },
  });
  const module = must(created);
  const form = new FormData();
  form.set(
    'contentData',
    'Consent is obtained before the first procedure of the study, in the words of the person.',
  );
  form.set('fileCount', '0');
  must(
    await admin.POST('/api/training-modules/{id}/load', {
      params: { path: { id: module.id } },
      body: { fileCount: '0' },
      bodySerializer: () => form,
    }),
  );
  const matrix = must(
    await admin.POST('/api/training-modules/assign-to-matrix', {
      body: { moduleIds: [module.id], matrixName: 'Consent team', departmentId, assignNow: true },
    }),
  );

  const learner = open(url);
  const signedIn = must(
    await learner.POST('/api/auth/login', {
      body: { email: learnerForm.email, password: learnerForm.password },
    }),
  );
  must(await learner.POST('/api/auth/signature-agreement', { body: { accepted: true } }));
  const listed = await learner.GET('/api/assignments/user', { params: { query: { limit: 10, offset: 0 } } });
  const assignment = must(listed).find((one) => one.moduleId === module.id);
  if (!assignment) throw new Error('nothing is assigned');
  const path = { id: assignment.id };
  must(
    await learner.PUT('/api/training-assignments/{id}/status', {
      params: { path },
      body: { status: 'in_progress' },
    }),
  );
  const signature = { password: learnerForm.password, meaning };
  const early = await learner.PUT('/api/training-assignments/{id}/status', {
    params: { path },
    body: { status: 'completed', signature },
  });
  const { viewSessionId } = must(
    await learner.POST('/api/training-assignments/{id}/view-session', { params: { path } }),
  );
  // A text counts no faster than it can be read.
  for (let seen = false; !seen;) {
    const report = await learner.POST('/api/training-assignments/{id}/progress', {
      params: { path },
      body: { viewSessionId, progress: 100 },
    });
    seen = must(report).contentSeen;
  }
  const done = must(
    await learner.PUT('/api/training-assignments/{id}/status', {
      params: { path },
      body: { status: 'completed', signature },
    }),
  );

  const report = await admin.GET('/api/reports/completion', {
    params: { query: { userId: learnerForm.id, include: 'assignments' } },
  });
  const renamed = await admin.PATCH('/api/training-modules/{id}', {
    params: { path: { id: module.id }, header: { 'If-Match': '"1"' } },
    body: { title: 'CP-77 Informed consent' },
  });
  const known: components['schemas']['ModuleUpdateBody'] = {};
  // @ts-expect-error The document knows every field: a misspelled one does not compile.
  void known.titel;
  return {
    matrixId: matrix.matrixId,
    signedInAs: 'email' in signedIn ? signedIn.email : null,
    total: listed.response.headers.get('x-total-count'),
    early: early.error?.code ?? null,
    status: done.status,
    completedAt: done.completedAt satisfies string | null,
    reported: must(report).userDetails.flatMap((person) =>
      (person.assignments ?? []).map((one) => one.moduleTitle),
    ),
    stale: renamed.error?.code === 'STALE' ? renamed.error.submitted : null,
  };
}
