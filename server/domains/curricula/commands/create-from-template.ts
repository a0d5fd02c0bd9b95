import { DEFAULT_RENEWAL_WINDOW } from '#shared/domain/assignments/renewal.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { PlainReason } from '#shared/reasons/reasons.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { modulesOfFamilies } from '../curricula.queries.ts';
import {
  insertEntries,
  insertMatrix,
  organizationOfDepartment,
  type StoredMatrix,
} from '../curricula.store.ts';

/** The choices for creating a matrix from a template (SPEC §7). */
export interface FromTemplate {
  readonly templateKey: string;
  readonly jobTitle?: string | null | undefined;
  readonly name?: string | undefined;
  readonly organizationId?: number | undefined;
  readonly departmentId?: number | null | undefined;
}

const invalid = (path: string, reason: PlainReason) =>
  new AppError('VALIDATION_FAILED', { errors: [{ path, reason }] });

/**
 * Creates a matrix with the active modules of the template's families. Its name is the template's, with the job title if that is
 * another one. Errors: VALIDATION_FAILED, DUPLICATE.
 */
export async function createFromTemplate(
  tx: CommandTransaction,
  wanted: FromTemplate,
  callersOrganizationId: number | null,
): Promise<{ readonly matrix: StoredMatrix; readonly moduleIds: readonly number[] }> {
  const template = await tx.db
    .selectFrom('matrixTemplates')
    .selectAll()
    .where('key', '=', wanted.templateKey)
    .executeTakeFirst();
  if (!template) throw invalid('templateKey', 'template_unknown');
  const jobTitle = wanted.jobTitle || template.jobTitle;
  const own = jobTitle && jobTitle !== template.jobTitle ? `${template.name} - ${jobTitle}` : template.name;
  const organizationId = await chooseOrganization(tx, wanted, callersOrganizationId);
  const matrix = await insertMatrix(
    tx,
    {
      name: wanted.name ?? own,
      organizationId,
      departmentId: wanted.departmentId ?? null,
      jobTitle,
      templateKey: template.key,
    },
    'name',
  );
  const codes = new Set(template.familyCodes);
  const modules = (await modulesOfFamilies(tx.db, organizationId)).filter(({ code }) => codes.has(code));
  const entries = await insertEntries(
    tx,
    matrix.id,
    modules.map(({ id }) => id),
    {
      isRequired: true,
      daysToDue: template.daysToDue,
      renewalPeriod: template.renewalPeriod,
      renewalWindow: DEFAULT_RENEWAL_WINDOW,
    },
  );
  return { matrix, moduleIds: entries.map(({ moduleId }) => moduleId) };
}

async function chooseOrganization(
  tx: CommandTransaction,
  wanted: FromTemplate,
  callersOrganizationId: number | null,
): Promise<number> {
  if (wanted.departmentId != null) {
    const { organizationId } = await organizationOfDepartment(tx.db, wanted.departmentId);
    if (wanted.organizationId !== undefined && wanted.organizationId !== organizationId) {
      throw invalid('departmentId', 'department_elsewhere');
    }
    return organizationId;
  }
  const active = await tx.db
    .selectFrom('organizations')
    .select('id')
    .where('isActive', '=', true)
    .$if(wanted.organizationId !== undefined, (query) => query.where('id', '=', wanted.organizationId ?? 0))
    .orderBy('id')
    .limit(2)
    .execute();
  if (wanted.organizationId === undefined && callersOrganizationId !== null) return callersOrganizationId;
  const [only, second] = active;
  if (only && !second) return only.id;
  throw invalid('organizationId', wanted.organizationId ? 'organization_missing' : 'organization_needed');
}
