import { errorCodes, ownReason, type ErrorCode } from '#shared/contract/errors.ts';
import { problemBodies } from '#shared/contract/problem-bodies.ts';
import { paramKinds, reasons, type Reason } from '#shared/reasons/reasons.ts';
import type { Json, Schemas } from './schemas.ts';

/** Schema and answer of each problem (RFC 9457), written once under `components`. */
export class Problems {
  readonly #schemas: Schemas;
  readonly #bodies = new Map<string, Json>();
  readonly #answers = new Map<string, Json>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** Returns the answers of a call that can end with these codes, by status. */
  answersOf(codes: readonly ErrorCode[]): Json {
    const byStatus = Map.groupBy(codes, (code) => errorCodes[code]);
    const statuses = [...byStatus.keys()].toSorted((a, b) => a - b);
    return Object.fromEntries(
      statuses.map((status) => [String(status), { $ref: this.#answer(byStatus.get(status) ?? []) }]),
    );
  }

  /** Returns the components to which the answers refer. */
  components(): { readonly schemas: Json; readonly responses: Json } {
    return {
      schemas: {
        Problem: baseSchema,
        Reason: reasonSchema,
        ...Object.fromEntries([...this.#bodies].toSorted(byName)),
      },
      responses: Object.fromEntries([...this.#answers].toSorted(byName)),
    };
  }

  #answer(codes: readonly ErrorCode[]): string {
    const name = codes.map(pascal).join('Or');
    const bodies = codes.map((code) => this.#body(code));
    const schema =
      bodies.length === 1
        ? bodies[0]
        : {
            oneOf: bodies,
            discriminator: {
              propertyName: 'code',
              mapping: Object.fromEntries(codes.map((code, index) => [code, bodies[index]?.$ref])),
            },
          };
    this.#answers.set(name, {
      description: codes.map((code) => `${code}: ${reasons[ownReason(code)][0]}`).join('\n'),
      content: { 'application/problem+json': { schema } },
    });
    return `#/components/responses/${name}`;
  }

  #body(code: ErrorCode): { readonly $ref: string } {
    const name = `${pascal(code)}Problem`;
    if (!this.#bodies.has(name)) {
      const own = problemBodies[code];
      const { properties, required } = own ? this.#schemas.of(own, 'output') : {};
      this.#bodies.set(name, {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          {
            type: 'object',
            required: ['code', ...((required as readonly string[] | undefined) ?? [])],
            properties: { code: { const: code, type: 'string' }, ...(properties as Json | undefined) },
          },
        ],
      });
    }
    return { $ref: `#/components/schemas/${name}` };
  }
}

const byName = ([a]: readonly [string, Json], [b]: readonly [string, Json]): number => (a < b ? -1 : 1);

const pascal = (code: ErrorCode): string =>
  code
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');

const paramsSchema: Json = {
  type: 'object',
  description: 'The parameters of the reason.',
  additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
};

const codesOfReasons = Object.keys(reasons) as readonly Reason[];

/** Every reason with its meaning and its parameters. */
const reasonSchema: Json = {
  type: 'string',
  description: 'Why, more precisely than the code. Further reasons may be added.',
  enum: codesOfReasons,
  'x-enum-descriptions': codesOfReasons.map((code) => {
    const params = Object.keys(paramKinds(code));
    return `${reasons[code][1]}${params.length > 0 ? ` Parameters: ${params.join(', ')}.` : ''}`;
  }),
};

const baseSchema: Json = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'reason', 'params', 'detail'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string', enum: Object.keys(errorCodes) },
    reason: { $ref: '#/components/schemas/Reason' },
    params: paramsSchema,
    detail: { type: 'string', description: 'The English sentence of the reason; it may change.' },
    errors: {
      type: 'array',
      description: 'Which fields are wrong, in dot notation, and why.',
      items: {
        type: 'object',
        required: ['path', 'reason', 'params', 'message'],
        properties: {
          path: { type: 'string' },
          reason: { $ref: '#/components/schemas/Reason' },
          params: paramsSchema,
          message: { type: 'string' },
        },
      },
    },
    requestId: { type: 'string' },
  },
};
