import { kernelError } from '@plinth/kernel';
import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';

/** Query and path parameters arrive as text: `page=2` is the number two. */
const forText = new Ajv({ coerceTypes: 'array', useDefaults: true, strict: false });

/** A JSON body has types of its own: "2" is not a number there. */
const forBodies = new Ajv({ useDefaults: true, strict: false });

/**
 * Validates the parts of a request by the schemas of its route. A schema is compiled when its first
 * request comes, so that a start does not pay for routes nobody calls.
 */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const ajv = httpPart === 'body' ? forBodies : forText;
  let validate: ValidateFunction | undefined;
  return (data: unknown) => {
    validate ??= ajv.compile(schema);
    // A route whose body is optional may be called without any.
    if (validate(data ?? (httpPart === 'body' ? {} : data))) return { value: data ?? {} };
    const [first] = validate.errors ?? [];
    const where = [httpPart, ...(first?.instancePath.split('/').slice(1) ?? [])].join('.');
    return {
      error: kernelError('invalid_request', {
        message: `${where} ${first?.message ?? 'is not valid'}`,
        details: { part: httpPart, path: first?.instancePath, keyword: first?.keyword },
      }),
    };
  };
};
