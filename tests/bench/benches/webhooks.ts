import { startWebhookReceiver } from '#tests/harness/webhook-receiver.ts';
import { createClient } from '#tests/harness/client.ts';
import { until } from '#tests/harness/poll.ts';
import { FIXTURE_PASSWORD, signIn } from '#tests/harness/world.ts';
import type { Bench } from '../bench.ts';
import { oneConnection } from '../http-load.ts';
import { compare, interleave, ms, timed } from '../measure.ts';

const events = 10_000;
const signIns = 60;

/** The time that 95 of 100 stay below. */
function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
}

/** Sign-ins while 10,000 events go to a webhook, against sign-ins while none goes (OPS-06). */
export const webhooks: Bench = {
  name: 'webhooks',
  title: 'Sign-in (95 of 100) while 10,000 events go to a webhook, against sign-in without',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, world, say }) => {
    const { product, adminUser, admin } = await world();
    const receiver = await startWebhookReceiver();
    const client = await signIn(createClient(product.url), adminUser);
    const { body: hook } = await client.post<{ id: number }>('/api/webhooks', {
      name: 'Bench',
      address: `${receiver.url}/hook`,
      events: ['user.created'],
      organizationId: null,
    });
    const body = JSON.stringify({ email: adminUser.email, password: FIXTURE_PASSWORD });
    const connection = oneConnection();
    const enter = () =>
      timed(() => connection.call(`${product.url}/api/auth/login`, { method: 'POST', body }));
    const signInTimes = async (): Promise<number> => {
      const times: number[] = [];
      while (times.length < signIns) times.push(await enter());
      return p95(times);
    };
    const fanOut = async (): Promise<number> => {
      const before = receiver.received.length;
      await admin.query(
        `insert into webhook_deliveries (webhook_id, message_id, event, data)
         select $1, 'msg_' || gen_random_uuid(), 'user.created', '{"userId":"u_bench_000002"}' from generate_series(1, $2)`,
        [hook.id, events],
      );
      const begun = performance.now();
      await client.post(`/api/webhooks/${String(hook.id)}/test`);
      const result = await signInTimes();
      await until('all events to arrive', () => receiver.received.length > before + events, {
        timeout: 600_000,
        interval: 100,
      });
      say(`  ${String(events)} events in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
      return result;
    };
    await signInTimes();
    const result = compare(await interleave(rounds, fanOut, signInTimes, say));
    connection.close();
    await receiver.close();
    return { value: result.ratio, product: ms(result.product), floor: ms(result.floor) };
  },
};
