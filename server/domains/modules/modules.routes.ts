import { AppError } from '#shared/contract/errors.ts';
import {
  bulkUploadFields,
  loadFields,
  quickCreateFields,
  quickCreateInfoBody,
} from '#shared/contract/module-upload-schemas.ts';
import { moduleLibraryContract as library } from '#shared/contract/module-library.ts';
import { modulePublishingContract as publishing } from '#shared/contract/module-publishing.ts';
import { modulesContract as contract } from '#shared/contract/modules.ts';
import { resolveReach, wholeReach } from '#shared/domain/access/permissions.ts';
import { answerFile } from '#server/platform/files/file-answer.ts';
import { recordFetch } from '#server/platform/files/file-fetches.ts';
import { bind } from '#server/platform/http/bind.ts';
import { expectedRevision, refuseStale, sendRevision } from '#server/platform/http/if-match.ts';
import { fieldErrors } from '#server/platform/http/problem.ts';
import { notText } from '#server/platform/http/text-only.ts';
import { bulkUpload, quickModule } from '#server/domains/modules/commands/bulk-upload.ts';
import {
  createCategory,
  removeCategory,
  renameCategory,
} from '#server/domains/modules/commands/change-categories.ts';
import { removeMany } from '#server/domains/modules/commands/remove-many.ts';
import { setCategory } from '#server/domains/modules/commands/set-category.ts';
import { createModule, type NewModule } from '#server/domains/modules/commands/create-module.ts';
import { loadContent } from '#server/domains/modules/commands/load-content.ts';
import { removeVersion } from '#server/domains/modules/commands/publish-draft.ts';
import { removeModule } from '#server/domains/modules/commands/remove-module.ts';
import { updateModule } from '#server/domains/modules/commands/update-module.ts';
import { moduleFamilies } from '#server/domains/modules/families.ts';
import { findFile } from '#server/domains/modules/files.queries.ts';
import {
  checkContent,
  countModules,
  listNames,
  previewRemoval,
} from '#server/domains/modules/library.queries.ts';
import { orderedFiles, readNames } from '#server/domains/modules/load-input.ts';
import { getModule, listCategories, listModules } from '#server/domains/modules/modules.queries.ts';
import { wrongField } from '#server/domains/modules/modules.store.ts';
import { acceptedOf, receiveUploads } from '#server/domains/modules/receive-uploads.ts';
import { downloadProof } from '#server/domains/modules/viewing/record-download.ts';

/** Handlers of the calls about training modules, their categories, families and files (SPEC §7 Training modules). */
export const modulesRoutes = [
  bind(contract.list, async (ctx, { query }) => {
    const assigns = resolveReach(ctx.actor, 'assignments.assign');
    const { items, total } = await listModules(ctx.db, ctx.reach, query, assigns);
    ctx.total(total, query);
    return items;
  }),

  bind(contract.get, async (ctx, { params, query }) => {
    const module = await getModule(ctx.db, ctx.reach, params.id, query.version);
    sendRevision(ctx, module.revision);
    return module;
  }),

  bind(contract.create, async (ctx, { body }) => {
    const made = await ctx.command(async (tx) => getModule(tx.db, wholeReach, await createModule(tx, body)));
    sendRevision(ctx, made.revision);
    return made;
  }),

  bind(contract.update, async (ctx, { params, body }) => {
    const expected = expectedRevision(ctx);
    const changed = await ctx.command(async (tx) => {
      await updateModule(tx, params.id, body, async (locked) => {
        const current = await getModule(tx.db, wholeReach, params.id);
        refuseStale(expected, locked, () => ({ current, submitted: body }));
      });
      return getModule(tx.db, wholeReach, params.id);
    });
    sendRevision(ctx, changed.revision);
    return changed;
  }),

  bind(contract.remove, async (ctx, { params, query }) =>
    ctx.command(async (tx) => ({
      ok: true as const,
      outcome: await removeModule(tx, params.id, query.openAssignments),
    })),
  ),

  bind(contract.createCategory, async (ctx, { body }) =>
    ctx.command((tx) => createCategory(tx, body.categoryName)),
  ),

  bind(contract.renameCategory, async (ctx, { params, body }) =>
    ctx.command((tx) => renameCategory(tx, params.categoryName, body.categoryName)),
  ),

  bind(contract.removeCategory, async (ctx, { params }) =>
    ctx.command(async (tx) => ({
      ok: true as const,
      modules: await removeCategory(tx, params.categoryName),
    })),
  ),

  bind(contract.categories, async (ctx) => listCategories(ctx.db, ctx.reach)),

  bind(contract.families, async (ctx) =>
    (await moduleFamilies(ctx.db)).map((family) => ({ ...family, patterns: [...family.patterns] })),
  ),

  bind(library.counts, async (ctx, { query }) => countModules(ctx.db, ctx.reach, query)),

  bind(library.names, async (ctx, { query }) => {
    const { items, total } = await listNames(ctx.db, ctx.reach, query);
    ctx.total(total, query);
    return items;
  }),

  bind(library.contentCheck, async (ctx, { query }) => checkContent(ctx.db, query)),

  bind(library.removeMany, async (ctx, { body: { preview, ...removal } }) =>
    preview
      ? { ...(await ctx.rehearse((tx) => removeMany(tx, removal))), preview }
      : { ...(await ctx.command((tx) => removeMany(tx, removal))), preview },
  ),

  bind(library.setCategory, async (ctx, { body }) => ({
    changed: await ctx.command((tx) => setCategory(tx, body.moduleIds, body.trainingCategory)),
  })),

  bind(library.removal, async (ctx, { params }) => previewRemoval(ctx.db, params.id)),

  bind(publishing.removeVersion, async (ctx, { params }) => {
    await ctx.command((tx) => removeVersion(tx, params.id, params.versionId));
    return { ok: true as const };
  }),

  bind(contract.bulkUpload, async (ctx) => {
    const { fields, files } = await receiveUploads(ctx, {
      fields: bulkUploadFields,
      fileField: /^files(?:\[\])?$/,
      maxFiles: 200,
      allOrNothing: false,
    });
    if (files.length === 0) throw wrongField('files', 'files_needed');
    return ctx.command((tx) => bulkUpload(tx, files, fields));
  }),

  bind(contract.load, async (ctx, { params }) => {
    const { fields, files } = await receiveUploads(ctx, {
      fields: loadFields,
      fileField: /^file_\d{1,4}$/,
      maxFiles: 100,
      allOrNothing: true,
    });
    const ordered = orderedFiles(files, fields.fileCount);
    const keepFiles = readNames(fields.keepFiles);
    if (
      ordered.length === 0 &&
      !fields.contentData &&
      fields.contentUrl === undefined &&
      keepFiles === undefined
    ) {
      throw wrongField('contentData', 'content_needed');
    }
    return ctx.command(async (tx) => {
      await loadContent(tx, params.id, {
        text: fields.contentData,
        link: fields.contentUrl,
        keepFiles,
        files: ordered,
        changeNote: fields.changeNote,
        publish: fields.publish,
        basedOn: fields.basedOn,
      });
      return getModule(tx.db, wholeReach, params.id);
    });
  }),

  bind(contract.quickCreate, async (ctx) => {
    const { fields, files } = await receiveUploads(ctx, {
      fields: quickCreateFields.partial(),
      fileField: /^file$/,
      maxFiles: 1,
      allOrNothing: true,
    });
    const accepted = acceptedOf(files);
    const [file] = accepted;
    if (!file) throw wrongField('file', 'file_needed');
    const said = readModuleInfo(fields.moduleInfo);
    const made = await ctx.command(async (tx) => {
      const input = await quickModule(tx, file.originalName, said);
      return getModule(tx.db, wholeReach, await createModule(tx, input, accepted));
    });
    sendRevision(ctx, made.revision);
    return made;
  }),

  bind(contract.file, async (ctx, { params, query }) => {
    const { isOnlyDownloaded, ...found } = await findFile(
      ctx.db,
      ctx.reach,
      ctx.actor,
      params.filename,
      query,
    );
    const file = { ...found, fetched: () => recordFetch(ctx.db, ctx.actor.id, found.id) };
    if (!isOnlyDownloaded) return answerFile(ctx, file);
    return answerFile(ctx, { ...file, proof: downloadProof(ctx.db, ctx.actor.id, file.id) });
  }),
];

function readModuleInfo(text: string | undefined): Partial<NewModule> {
  if (text === undefined) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrongField('moduleInfo', 'not_json_object');
  }
  const unfit = notText(value);
  if (unfit) throw wrongField(['moduleInfo', ...unfit].join('.'), 'not_plain_text');
  const parsed = quickCreateInfoBody.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors(parsed.error).map((error) => ({
    ...error,
    path: error.path === '' ? 'moduleInfo' : `moduleInfo.${error.path}`,
  }));
  throw new AppError('VALIDATION_FAILED', { errors });
}
