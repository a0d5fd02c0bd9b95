import { createClient, type TestClient } from '../harness/client.ts';
import { accounts, demoPassword } from '../e2e/facts.ts';
import { walkers, type Walker, type WorldFacts } from './facts.ts';

async function rows<Row>(client: TestClient, path: string): Promise<readonly Row[]> {
  const { status, body } = await client.get<readonly Row[]>(path);
  return status === 200 ? body : [];
}

/** What stands where nothing is found: the screens say so then. */
const nothing = { userId: '00000000-0000-0000-0000-000000000000', moduleId: '999999', code: 'TT-0000-0000' };

async function placesOf(url: string, walker: Exclude<Walker, 'signed out'>, learnerId: string) {
  const client = createClient(url);
  await client.post('/api/auth/login', { email: accounts[walker], password: demoPassword });
  const me = await client.get<{ id: string }>('/api/auth/user');
  const userId = walker === 'learner' ? me.body.id : learnerId;
  const modules = await rows<{ id: number }>(client, '/api/training-modules?limit=1&sort=title');
  return { ...nothing, userId, moduleId: String(modules[0]?.id ?? nothing.moduleId) };
}

/** Finds what stands for the parameters of addresses, for each who walks (the same each time in the same data). */
export async function findPlaces(url: string): Promise<WorldFacts['places']> {
  const learner = createClient(url);
  await learner.post('/api/auth/login', { email: accounts.learner, password: demoPassword });
  const { body } = await learner.get<{ id: string }>('/api/auth/user');
  const admin = createClient(url);
  await admin.post('/api/auth/login', { email: accounts.admin, password: demoPassword });
  const organizations = await rows<{ slug: string }>(admin, '/api/organizations?limit=1&sort=name');
  const slug = organizations[0]?.slug ?? 'none';
  const found: (readonly [Walker, Readonly<Record<string, string>>])[] = [];
  for (const walker of walkers) {
    found.push([
      walker,
      walker === 'signed out' ? { ...nothing, slug } : { ...(await placesOf(url, walker, body.id)), slug },
    ]);
  }
  return Object.fromEntries(found) as WorldFacts['places'];
}
