import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import { ownAccountContract } from '#shared/contract/own-account.ts';
import { peopleContract as contract } from '#shared/contract/people.ts';
import { personRow, profileView } from '#shared/contract/people-schemas.ts';
import { resolveReach } from '#shared/domain/access/permissions.ts';
import { changesName } from '#shared/domain/people/name-changes.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  countResetCall,
  newUserId,
  preparePassword,
  readTemporaryPassword,
  requireReason,
} from '#server/domains/accounts/index.ts';
import { bind } from '#server/platform/http/bind.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { expectedRevision, refuseStale, sendRevision } from '#server/platform/http/if-match.ts';
import { changeProfile, wantsNewEmail } from './commands/change-profile.ts';
import { stopEmailChange } from './commands/stop-email-change.ts';
import { changeSettings, settingsOf } from './commands/change-settings.ts';
import { changeUser } from './commands/change-user.ts';
import { confirmEmail } from './commands/confirm-email.ts';
import { createRehearsalPerson, createUser } from './commands/create-user.ts';
import { erasePerson } from './commands/erase-person.ts';
import { giveGrant, revokeGrant } from './commands/grants.ts';
import { findGrants } from './grants.queries.ts';
import { countPeople, listPeople } from './people-list.queries.ts';
import { hasCredential, hasInvitation, storedSettings } from './credentials.queries.ts';
import {
  findManagerOf,
  findPerson,
  findPersonPage,
  findProfile,
  isActiveWithin,
  peopleScope,
} from './people.queries.ts';
import { effectHashOf, requireShown, trainingEffectOf } from './training-effect.queries.ts';

async function loadPerson(db: Kysely<DB>, userId: string): Promise<z.output<typeof personRow>> {
  const found = await findPerson(db, userId);
  if (!found) throw new AppError('NOT_FOUND');
  return personRow.parse(found);
}

async function loadProfile(db: Kysely<DB>, userId: string): Promise<z.output<typeof profileView>> {
  const found = await findProfile(db, userId);
  if (!found) throw new AppError('NOT_FOUND');
  return profileView.parse(found);
}

/**
 * Returns the password of a repeated request's answer: of the same credential, while that exists; it is never stored with the
 * answer.
 */
async function passwordOf(ctx: RequestContext, userId: string, credentialId: number): Promise<string | null> {
  return (await hasCredential(ctx.db, credentialId))
    ? (await readTemporaryPassword(ctx.services, userId)).currentPassword
    : null;
}

/** Returns whether the caller may assign trainings to a person: managers to their reports, administrators to all (AUTH-13). */
async function mayAssign(ctx: RequestContext, userId: string): Promise<boolean> {
  const reach = resolveReach(ctx.actor, 'assignments.assign');
  return reach !== null && (await isActiveWithin(ctx.db, reach, userId));
}

/** Handlers of the calls about people (USR-01 … USR-08, EMP-01, AUTH-14, AUTH-16, SET-02). */
export const peopleRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const { rows, total } = await listPeople(ctx.db, peopleScope(ctx.actor, ctx.reach), query);
    ctx.total(total, query);
    return rows;
  }),

  bind(contract.stats, async (ctx) => countPeople(ctx.db, peopleScope(ctx.actor, ctx.reach))),

  bind(contract.trainingEffect, async (ctx, { query }) => {
    const { userId, ...place } = query;
    const effect = await ctx.rehearse(async (tx) => {
      const id = userId ?? (await createRehearsalPerson(tx, { ...place, isActive: place.isActive ?? true }));
      if (userId !== undefined) await changeUser(tx, userId, place, () => undefined);
      await tx.runSubscribers();
      return trainingEffectOf(tx.db, id);
    });
    return { ...effect, effectHash: effectHashOf(effect) };
  }),

  bind(contract.create, async (ctx, { body }) => {
    const { reason, ...form } = body;
    if (body.role !== 'learner') ctx.requireStepUp();
    requireReason(ctx.services.config.policy, reason, body.role !== 'learner');
    // Argon2 before the transaction, so that no other command waits for it.
    const { presetPassword } = body;
    const password = await preparePassword(
      ctx.services.config,
      newUserId(),
      presetPassword === undefined ? undefined : { password: presetPassword, path: 'presetPassword' },
    );
    const { credentialId, ...made } = await ctx.command(
      async (tx) => {
        const { userId, credentialId: id } = await createUser(tx, form, password);
        await tx.runSubscribers();
        const effect = await trainingEffectOf(tx.db, userId);
        requireShown(effect, body.effectHash);
        return {
          user: await loadPerson(tx.db, userId),
          invited: await hasInvitation(tx.db, userId),
          ...effect,
          credentialId: id,
        };
      },
      { reason, organizationId: body.organizationId },
    );
    return { assignedPassword: await passwordOf(ctx, made.user.id, credentialId), ...made };
  }),

  bind(contract.update, async (ctx, { params, body }) => {
    const expected = expectedRevision(ctx);
    const { reason, effectHash, ...change } = body;
    const answer = await ctx.command(
      async (tx) => {
        await changeUser(tx, params.userId, change, async (stored) => {
          const current = await loadPerson(tx.db, params.userId);
          refuseStale(expected, stored, () => ({ current, submitted: body }));
          const { role = stored.role } = change;
          const renamed = changesName(stored, {
            firstName: change.firstName ?? stored.firstName,
            lastName: change.lastName ?? stored.lastName,
          });
          const moved = change.email !== undefined && change.email !== stored.email;
          if (role !== stored.role || moved) ctx.requireStepUp();
          requireReason(ctx.services.config.policy, reason, role !== stored.role || renamed || moved);
        });
        // The subscribers may change the person too: the answer has the final revision.
        await tx.runSubscribers();
        const effect = await trainingEffectOf(tx.db, params.userId);
        requireShown(effect, effectHash);
        return { ...(await loadPerson(tx.db, params.userId)), ...effect };
      },
      { reason },
    );
    sendRevision(ctx, answer.revision);
    return answer;
  }),

  bind(contract.erase, async (ctx, { params, body }) =>
    ctx.command((tx) => erasePerson(tx, params.userId, body.reason), { reason: body.reason }),
  ),

  bind(contract.grants, async (ctx, { params }) => {
    const found = await findGrants(ctx.db, params.userId);
    if (!found) throw new AppError('NOT_FOUND');
    return found;
  }),

  bind(contract.grant, async (ctx, { params, body }) => {
    requireReason(ctx.services.config.policy, body.reason);
    return ctx.command((tx) => giveGrant(tx, params.userId, body), {
      reason: body.reason,
      organizationId: body.organizationId,
    });
  }),

  bind(contract.revokeGrant, async (ctx, { params, body }) => {
    const reason = body?.reason;
    requireReason(ctx.services.config.policy, reason);
    return ctx.command((tx) => revokeGrant(tx, params.userId, params.grantId), { reason });
  }),

  bind(contract.profile, async (ctx) => {
    const profile = await loadProfile(ctx.db, ctx.actor.id);
    sendRevision(ctx, profile.revision);
    return profile;
  }),

  bind(contract.updateProfile, async (ctx, { body }) => {
    const { id } = ctx.actor;
    const expected = expectedRevision(ctx);
    const answer = await ctx.command(async (tx) => {
      await changeProfile(tx, id, body, async (stored) => {
        const current = await loadProfile(tx.db, id);
        refuseStale(expected, stored, () => ({ current, submitted: body }));
        if (wantsNewEmail(stored, body)) ctx.requireStepUp();
      });
      return loadProfile(tx.db, id);
    });
    sendRevision(ctx, answer.revision);
    return answer;
  }),

  bind(ownAccountContract.confirmEmail, async (ctx, { body }) =>
    ctx.command(async (tx) => ({ email: await confirmEmail(tx, body.token) })),
  ),

  bind(ownAccountContract.stopEmailChange, async (ctx, { body }) => {
    await countResetCall(ctx.db, ctx.services.config, ctx.ip);
    return ctx.command(async (tx) => ({ email: await stopEmailChange(tx, body.token) }));
  }),

  bind(contract.settings, async (ctx) => {
    return settingsOf(await storedSettings(ctx.db, ctx.actor.id));
  }),

  bind(contract.updateSettings, async (ctx, { body }) =>
    ctx.command((tx) => changeSettings(tx, ctx.actor.id, body)),
  ),

  bind(contract.ownManager, async (ctx) => ({ manager: await findManagerOf(ctx.db, ctx.actor.id) })),

  bind(contract.details, async (ctx, { params }) => {
    const found = await findPersonPage(ctx.db, ctx.reach, params.userId);
    if (!found) throw new AppError('NOT_FOUND');
    if (params.userId !== ctx.actor.id) {
      const organizationId = found.user.organizationId;
      await ctx.recordAccess('users', params.userId, { subjectId: params.userId, organizationId });
    }
    return { ...found, canAssign: await mayAssign(ctx, params.userId) };
  }),
];
