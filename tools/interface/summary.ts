import type { OpenApiDocument } from '#contract/openapi/openapi'

/** The parts of a JSON schema that a program can notice. */
export interface Shape {
  $ref?: string
  type?: string
  enum?: readonly unknown[]
  properties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  items?: Shape
  anyOf?: readonly Shape[]
  allOf?: readonly Shape[]
  additionalProperties?: Shape
}

/** An operation: its parameters as if they were one object, its body, and its answers by status and media type. */
export interface OperationSummary {
  id: string
  parameters: Shape
  body?: Shape
  answers: Readonly<Record<string, Readonly<Record<string, Shape>>>>
}

/** Everything of the interface that a change could break: small enough to keep, one line for each operation and schema. */
export interface InterfaceSummary {
  operations: Readonly<Record<string, OperationSummary>>
  webhooks: readonly string[]
  schemas: Readonly<Record<string, Shape>>
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const shapesOf = (value: unknown): Readonly<Record<string, Shape>> =>
  Object.fromEntries(Object.entries(isObject(value) ? value : {}).map(([name, one]) => [name, shapeOf(one)]))

/** Reduces a JSON schema to what the comparison reads. */
const shapeOf = (schema: unknown): Shape => {
  if (!isObject(schema)) return {}
  if (Array.isArray(schema['type']))
    return { anyOf: schema['type'].map(one => shapeOf({ ...schema, type: String(one) })) }
  const { $ref, type, const: only, enum: some, properties, required, items } = schema
  const { anyOf, oneOf, allOf, additionalProperties: others } = schema
  const variants = anyOf ?? oneOf
  return {
    ...(typeof $ref === 'string' && { $ref: $ref.replace('#/components/schemas/', '') }),
    ...(typeof type === 'string' && { type }),
    ...(Array.isArray(some) && { enum: some }),
    ...(only !== undefined && { enum: [only] }),
    ...(isObject(properties) && { properties: shapesOf(properties) }),
    ...(Array.isArray(required) && { required: required.map(String).toSorted() }),
    ...(isObject(items) && { items: shapeOf(items) }),
    ...(Array.isArray(variants) && { anyOf: variants.map(shapeOf) }),
    ...(Array.isArray(allOf) && { allOf: allOf.map(shapeOf) }),
    ...(isObject(others) && Object.keys(others).length > 0 && { additionalProperties: shapeOf(others) }),
  }
}

const schemasByMedia = (content: unknown): Readonly<Record<string, Shape>> =>
  Object.fromEntries(
    Object.entries(isObject(content) ? content : {}).map(([media, one]) => [
      media,
      shapeOf(isObject(one) ? one['schema'] : undefined),
    ]),
  )

/** Summarises a description of the interface. */
export const summariseInterface = ({ paths, webhooks, components }: OpenApiDocument): InterfaceSummary => {
  const operations: Record<string, OperationSummary> = {}
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId: id, parameters, requestBody, responses } = operation
      const body = isObject(requestBody)
        ? schemasByMedia(requestBody['content'])['application/json']
        : undefined
      const required = parameters.filter(one => one.required).map(one => one.name)
      operations[`${method.toUpperCase()} ${path}`] = {
        id,
        parameters: {
          type: 'object',
          properties: Object.fromEntries(parameters.map(one => [one.name, shapeOf(one.schema)])),
          ...(required.length > 0 && { required: required.toSorted() }),
        },
        ...(body && { body }),
        answers: Object.fromEntries(
          Object.entries(responses)
            .filter(([status]) => Number(status) < 400)
            .map(([status, { content }]) => [status, schemasByMedia(content)]),
        ),
      }
    }
  return { operations, webhooks: Object.keys(webhooks), schemas: shapesOf(components.schemas) }
}
