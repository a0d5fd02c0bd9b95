import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { calendarDate, commaList, line, pageFields, pathId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { moduleTitle } from '#shared/contract/module-schemas.ts';
import { gridModules, gridPage } from '#shared/domain/reports/grid-cells.ts';
import { trainingStates } from '#shared/domain/reports/training-states.ts';

const moduleList = commaList(pathId, gridModules, because('too_many_modules', { maximum: gridModules }));

/** The people and trainings that the grid shows. */
const filters = {
  /** `all`, an organization's id, or `none`: people without one. */
  org: z.union([z.enum(['all', 'none']), pathId]).default('all'),
  departmentId: z.union([z.literal('none'), pathId]).optional(),
  jobTitle: line(200).optional(),
  q: pageFields.q,
  /** The people and the modules of this matrix; needs the permission to read matrices. */
  matrixId: pathId.optional(),
  /** The modules to show. If omitted: those of the matrix, or else those that the people have or need. */
  modules: moduleList.optional(),
  /** People who have at least one of the modules in this status. */
  status: z.enum(trainingStates).optional(),
  /** As the records were at the end of this day. */
  asOf: calendarDate.optional(),
};

/** A place in the order of the people, from the outline or the previous page. */
const place = z.string().max(2000).optional();

/** The matrix as a grid: people and modules with a status in each cell (MTX-09). */
export const trainingGridContract = {
  outline: defineEndpoint({
    id: 'trainingGrid.outline',
    method: 'GET',
    path: '/api/training-grid',
    summary: 'The modules of the grid, how many people it has, and where each of its pages starts (MTX-09)',
    access: { permission: 'reports.view' },
    audit: { none: 'figures of a list within the reach' },
    data: { shows: ['assignments', 'people', 'departments', 'modules', 'matrices'] },
    query: z.strictObject(filters),
    compressed: true,
    response: z
      .object({
        /** In the order of the columns. */
        modules: z.array(moduleTitle),
        /** There are more, which are not shown. */
        moreModules: z.boolean(),
        people: z.int(),
        morePeople: z.boolean(),
        /** The start of each page of people. */
        starts: z.array(z.string()),
      })
      .meta({ id: 'GridOutline' }),
  }),
  people: defineEndpoint({
    id: 'trainingGrid.people',
    method: 'GET',
    path: '/api/training-grid/people',
    summary: 'A page of the people of the grid, with one letter per module for its status (MTX-09)',
    access: { permission: 'reports.view' },
    audit: {
      none: 'a list within the reach; opening a person is recorded',
      inspected: { action: 'inspection.peopleListed', record: 'reports' },
    },
    data: { shows: ['assignments', 'people', 'departments', 'modules', 'matrices'] },
    query: z.strictObject({
      ...filters,
      /** In the order of the letters: those of the outline. */
      modules: moduleList,
      from: place,
      before: place,
      limit: z.coerce.number().int().min(1).max(1000).default(gridPage),
    }),
    compressed: true,
    response: z
      .object({
        rows: z.array(
          z
            .object({
              id: z.string(),
              firstName: z.string(),
              lastName: z.string(),
              email: z.string(),
              jobTitle: z.string().nullable(),
              organizationName: z.string().nullable(),
              departmentName: z.string().nullable(),
              /**
               * One letter per module: `c` completed, `p` in progress, `n` not started, `o` overdue, `e` expired, `r` required and not
               * assigned, `-` neither assigned nor required. `C` and `E`: completed and expired, and recorded from another system or
               * from paper instead of signed.
               */
              cells: z.string(),
            })
            .meta({ id: 'GridRow' }),
        ),
        /** The value for `from` on the next page; null on the last page. */
        next: z.string().nullable(),
      })
      .meta({ id: 'GridPage' }),
  }),
};
