// The types of the server's requests, from its OpenAPI document.

/** The types of wire.ts that are used. */
const named = new Set();

/** The TypeScript type of a JSON schema. Types with a name are those of wire.ts. */
function typeOf(schema = {}) {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1);
    named.add(name);
    return name;
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (schema.type) {
    case 'array':
      return `(${typeOf(schema.items)})[]`;
    case 'object':
      return `Record<string, ${typeOf(schema.additionalProperties)}>`;
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    default:
      return 'unknown';
  }
}

/** The fields of the parameters of a request, which are in its path or its query. What is null is left out. */
function parametersIn(place, parameters) {
  const found = parameters.filter((each) => each.in === place);
  if (found.length === 0) return '';
  const fields = found.map(({ name, required, schema }) => {
    const type = typeOf(schema);
    return required ? `${name}: ${type}` : `${name}?: ${type.replace(' | null', '')} | null`;
  });
  return `${place}${found.some((each) => each.required) ? '' : '?'}: { ${fields.join('; ')} };`;
}

/** What a request sends: JSON, or the lines of a record. */
function bodyOf({ requestBody }) {
  if (!requestBody) return '';
  const [[, { schema }]] = Object.entries(requestBody.content);
  return `body${requestBody.required ? '' : '?'}: ${typeOf(schema)};`;
}

/** What a request is answered: JSON, a text, or nothing. */
function answerOf({ responses }) {
  const [[type, { schema } = {}] = []] = Object.entries(responses[200]?.content ?? responses[201]?.content ?? {});
  if (!type) return 'answer: void;';
  return `answer: ${type === 'application/json' ? typeOf(schema) : 'string'};`;
}

/** `device` has the requests that are answered on a device without a server, by method and path as in `api`. */
export function requestTypes(api, device) {
  const requests = Object.entries(api.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      const { parameters = [], description = '' } = operation;
      const parts = [parametersIn('path', parameters), parametersIn('query', parameters), bodyOf(operation)];
      const comment = description.split('\n\n')[0].replace(/\s+/g, ' ').trim();
      return `/** ${comment} */\n'${method.toUpperCase()} ${path}': { ${parts.join('')} ${answerOf(operation)} };`;
    }),
  );
  return `import type { ${[...named].sort().join(', ')} } from './wire';

    /** The requests of the server: what is in their path and query, what they send, and what they are answered. */
    export interface Requests {
      ${requests.join('\n')}
    }

    /** The requests that are answered on a device without a server. */
    export type DeviceRequest = ${device.map((name) => JSON.stringify(name)).join(' | ')};
  `;
}
