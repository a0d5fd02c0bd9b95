import { because } from '#shared/reasons/in-schema.ts';
import { coursePackages } from '#shared/domain/modules/course-packages.ts';
import { z } from 'zod';
import { completionKinds } from '#shared/domain/signatures/training-record.ts';
import {
  bodyId,
  enteredLine,
  flag,
  givenDate,
  instant,
  line,
  multiline,
  pathId,
  requiredLine,
  requiredText,
} from '#shared/contract/common.ts';
import { conversionFailures } from '#shared/domain/modules/conversion.ts';
import { completionPolicies } from '#shared/domain/modules/completion-policy.ts';
import { moduleContentTypes } from '#shared/domain/modules/content-types.ts';
import { retrainingChoices } from '#shared/domain/modules/publishing.ts';

/** Longest text content of a module in characters. */
export const MODULE_TEXT_MAX = 200_000;

const linkMessage = because('not_https');
const httpsUrl = z.url({ protocol: /^https$/ });

/** A link to content elsewhere: https only, never fetched by the server (T10, T11); '' and null for none. */
export const contentLink = z
  .string()
  .trim()
  .max(2000, because('too_long', { maximum: 2000 }))
  // The pattern requires both slashes and no user, because 'https:page' would be a path of this site.
  .regex(/^(?:https:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?)?$/i, linkMessage)
  .refine((value) => value === '' || httpsUrl.safeParse(value).success, linkMessage)
  .transform((value) => (value === '' ? null : value))
  .nullable();

const score = z.number().min(0).max(100);
const title = requiredLine(300, because('title_needed'));
const description = requiredText(5000, because('description_needed'));
const duration = z
  .int(because('not_whole_minutes'))
  .min(0, because('too_small', { minimum: 0 }))
  .max(100_000, because('too_big', { maximum: 100_000 }));

/** The fields of a module that may be edited at any time: audited, not versioned (SPEC §3, §5; MOD-03, MOD-11). */
const editableFields = {
  title,
  description,
  contentType: z.enum(moduleContentTypes, because('content_type_needed')),
  /** Name of a category; null or '' for none. */
  trainingCategory: enteredLine(200).nullable(),
  duration,
  /** Percent; null or '' for none. */
  passingScore: z.preprocess((value) => (value === '' ? null : value), score.nullable()),
  contentCreator: enteredLine(200).nullable(),
  /** Unique within the organization, in any letter case; null or '' for none. */
  reference: enteredLine(100).nullable(),
  /** Code of a family; null lets the title decide (MOD-05). */
  family: line(50).nullable(),
  completionPolicy: z.enum(completionPolicies),
  organizationId: bodyId.nullable(),
  isActive: z.boolean(),
};

/** Body of POST /api/training-modules with the form defaults of SPEC §5. */
export const moduleCreateBody = z
  .strictObject({
    ...editableFields,
    trainingCategory: editableFields.trainingCategory.optional(),
    duration: editableFields.duration.default(0),
    passingScore: editableFields.passingScore.optional(),
    contentCreator: editableFields.contentCreator.optional(),
    reference: editableFields.reference.optional(),
    family: editableFields.family.optional(),
    /** Left out: that of the content type. */
    completionPolicy: editableFields.completionPolicy.optional(),
    organizationId: editableFields.organizationId.optional(),
    isActive: editableFields.isActive.default(true),
    content: multiline(MODULE_TEXT_MAX).optional(),
    contentUrl: contentLink.optional(),
  })
  .meta({ id: 'ModuleCreateBody' });

/** Body of PATCH /api/training-modules/{id}: any of the fields of the form, none of the content. */
export const moduleUpdateBody = z.strictObject(editableFields).partial().meta({ id: 'ModuleUpdateBody' });

/** The filters of a list of modules (SPEC §2.7); each is one stage of the counters. */
export const moduleFilters = {
  /** Name of a category, or 'none'. */
  category: line(200).optional(),
  /** Code of a family. */
  family: line(50).optional(),
  content: z.enum(['all', 'files', 'empty']).optional(),
  /** 'any', 'none' or the id of a matrix. */
  matrix: z.union([z.enum(['all', 'any', 'none']), pathId]).optional(),
  active: flag.optional(),
  /** Left out: retired modules and all others. */
  retired: flag.optional(),
};

/** The PDF that replaces an office file for reading (MOD-09): pending, stored, or failed with a reason. */
const conversion = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('pending') }),
    z.object({ state: z.literal('converted'), url: z.string(), pages: z.number() }),
    z.object({ state: z.literal('failed'), reason: z.enum(conversionFailures) }),
  ])
  .meta({ id: 'Conversion' });

/** A file of a module version, in order, with the facts of the panel 'Document Information' (SPEC §2.17, VIEW-01). */
export const moduleFile = z
  .object({
    name: z.string(),
    originalName: z.string(),
    url: z.string(),
    /** Bytes. */
    size: z.number(),
    contentType: z.string(),
    sha256: z.string(),
    /** Pages of a PDF. */
    pages: z.number().nullable(),
    /** True for a PDF whose pages are empty, without text and picture, and for a text of only spaces. */
    isBlank: z.boolean(),
    /** Length of a video. */
    durationSeconds: z.number().nullable(),
    /** The kind of course package that was stored as a plain download; null for any other file. */
    package: z.enum(coursePackages).nullable(),
    uploadedAt: instant,
    uploadedBy: z.string().nullable(),
    /** Null: the file itself is shown, or offered for download. */
    conversion: conversion.nullable(),
  })
  .meta({ id: 'ModuleFile' });

/** The fields that everybody sees who may see a module's card. */
const cardFields = {
  id: z.number(),
  title: z.string(),
  description: z.string(),
  reference: z.string().nullable(),
  contentType: z.string(),
  trainingCategory: z.string().nullable(),
  categoryId: z.number().nullable(),
  /** Code of the family that was set or that the title means (MOD-05). */
  family: z.string(),
  duration: z.number(),
  passingScore: z.number().nullable(),
  isActive: z.boolean(),
  hasContent: z.boolean(),
  canStart: z.boolean(),
};

/** In addition to the card: missing for managers in the list (AUTH-13). */
const fullFields = {
  content: z.string().nullable(),
  /** The first file, otherwise the https link; null without either. */
  contentUrl: z.string().nullable(),
  /** The https link; possible in addition to files. */
  link: z.string().nullable(),
  fileSizeFormatted: z.string().nullable(),
  files: z.array(moduleFile),
  contentCreator: z.string().nullable(),
  completionPolicy: z.string(),
  /** The number of questions in its quiz; 0 without one. */
  quizQuestions: z.number(),
  /** The family that was set manually, null if the title decides. */
  setFamily: z.string().nullable(),
  organizationId: z.number().nullable(),
  createdBy: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  retiredAt: instant.nullable(),
  versionId: z.number().nullable(),
  versionNumber: z.number().nullable(),
  /** Number of the newest draft; null without one, and for the person who may not see drafts. */
  draftNumber: z.number().nullable(),
  /** SHA-256 over the text, the files in their order and the link. */
  contentHash: z.string().nullable(),
  effectiveFrom: instant.nullable(),
  /** For `If-Match`. */
  revision: z.number(),
};

/** The person's earlier training with a module (MTX-05). */
const earlierTraining = z
  .object({
    /** `expired`: completed, and the completion that is valid longest is past its last valid day. */
    state: z.enum(['open', 'completed', 'expired']),
    /** The latest completion; null while there is none. */
    completedAt: instant.nullable(),
    /** IANA zone in which it was recorded (RPT-05). */
    completedTimeZone: z.string().nullable(),
    /** `backdated`: recorded afterwards, of which only the day is known (DI-01). */
    completionKind: z.enum(completionKinds).nullable(),
    /** The last valid day of the expired completion. */
    validUntil: givenDate.nullable(),
  })
  .meta({ id: 'EarlierTraining' });

/** A module in a list: the card, and all other fields if the reader may see them. */
export const moduleListItem = z
  .object({
    ...cardFields,
    ...z.object(fullFields).partial().shape,
    /** Only with `assignableTo`: the person's earlier training with it; null: none (MTX-05). */
    had: earlierTraining.nullish(),
  })
  .meta({ id: 'ModuleListItem' });

/** The version from which a draft was started and the version that took effect since then, or null (MOD-11). */
export const overtaking = z
  .object({ basedOn: z.number(), number: z.number(), effectiveFrom: instant })
  .nullable()
  .meta({ id: 'Overtaking' });

/** A version of a module's content (MOD-11). */
export const moduleVersion = z
  .object({
    id: z.number(),
    number: z.number(),
    status: z.string(),
    isCurrent: z.boolean(),
    /** A scheduled version was published and takes effect on its day. */
    state: z.enum(['draft', 'waiting', 'in_force', 'past']),
    retraining: z.enum(retrainingChoices),
    retrainingDays: z.number().nullable(),
    /** Number of the version that it was started from; null: the first one, or not known. */
    basedOn: z.number().nullable(),
    /** For a draft or a pending version: the version that took effect since it was started, and may be missing in it. */
    overtakenBy: overtaking,
    changeNote: z.string().nullable(),
    contentHash: z.string().nullable(),
    effectiveFrom: instant.nullable(),
    publishedAt: instant.nullable(),
    publishedBy: z.string().nullable(),
    createdAt: instant,
    createdBy: z.string().nullable(),
  })
  .meta({ id: 'ModuleVersion' });

/** A module with the content of the version that the reader works on, and the versions that the reader may see. */
export const moduleDetail = z
  .object({ ...cardFields, ...fullFields, versions: z.array(moduleVersion) })
  .meta({ id: 'ModuleDetail' });

/** A Training Category (MOD-02). */
export const moduleCategory = z
  .object({
    id: z.number(),
    name: z.string(),
    /** 0–5: the colors cycle. */
    colorIndex: z.number(),
    position: z.number(),
    moduleCount: z.number(),
  })
  .meta({ id: 'ModuleCategory' });

/** A family of modules with the rules on titles that define it (SPEC §9, ORG-04). */
export const moduleFamily = z
  .object({
    code: z.string(),
    groupName: z.string(),
    groupPosition: z.number(),
    matchOrder: z.number(),
    patterns: z.array(z.object({ kind: z.enum(['prefix', 'contains']), text: z.string() })),
  })
  .meta({ id: 'ModuleFamily' });

/** A module by its title and reference. */
export const moduleTitle = z
  .object({ id: z.int(), title: z.string(), reference: z.string().nullable() })
  .meta({ id: 'ModuleTitle' });
