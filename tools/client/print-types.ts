/** The subset of JSON Schema that describes the API. */
export interface JsonSchema {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  description?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  allOf?: readonly JsonSchema[]
  items?: JsonSchema
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: JsonSchema | boolean
}

const STEP = '  '

/** A comment before what it is about, if there is anything to say. */
export const printComment = (text: string | undefined, indent = ''): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : ''

const nameOf = (ref: string): string => ref.replace('#/components/schemas/', '')

/** Prints a union of types. */
export const unionType = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const listOf = (type: string): string => (/[|&\n]/.test(type) ? `Array<${type}>` : `${type}[]`)

const keyOf = (name: string): string => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name))

const objectType = (
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  indent: string,
): string => {
  const inner = indent + STEP
  const more =
    additionalProperties === undefined || additionalProperties === false
      ? undefined
      : additionalProperties === true
        ? 'unknown'
        : printType(additionalProperties, inner)
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${printComment(schema.description, inner)}${inner}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${printType(schema, inner)}`,
  )
  if (fields.length === 0) return `Record<string, ${more ?? 'never'}>`
  return ['{', ...fields, ...(more ? [`${inner}[more: string]: ${more}`] : []), `${indent}}`].join('\n')
}

const simpleType = (type: string, schema: JsonSchema, indent: string): string => {
  switch (type) {
    case 'string':
      return schema.format === 'binary' ? 'Uint8Array' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
    case 'null':
      return type
    case 'array':
      return listOf(schema.items ? printType(schema.items, indent) : 'unknown')
    case 'object':
      return objectType(schema, indent)
    default:
      throw new Error(`No type is known for ${JSON.stringify(schema)}`)
  }
}

/** A JSON schema as a type, its further lines indented so far. */
export const printType = (schema: JsonSchema, indent = ''): string => {
  const { $ref, const: only, enum: some, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) return nameOf($ref)
  if (only !== undefined) return JSON.stringify(only)
  if (some) return unionType(some.map(one => JSON.stringify(one)))
  const several = anyOf ?? oneOf
  if (several) return unionType(several.map(one => printType(one, indent)))
  if (allOf) return allOf.map(one => printType(one, indent)).join(' & ')
  if (type === undefined) return 'unknown'
  return unionType([type].flat().map(one => simpleType(one, schema, indent)))
}

/** A schema under its name. */
export const printDeclaration = (name: string, schema: JsonSchema): string => {
  const start = schema.properties ? `interface ${name} ` : `type ${name} = `
  return `${printComment(schema.description)}export ${start}${printType(schema)}\n`
}
