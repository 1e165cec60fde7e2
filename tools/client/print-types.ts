/** As much of a JSON schema as the interface is described with. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  format?: string
  description?: string
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  allOf?: readonly Schema[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  additionalProperties?: Schema | boolean
}

const STEP = '  '

/** A comment before what it is about, if there is anything to say. */
export const comment = (text: string | undefined, indent = ''): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : ''

const nameOf = (ref: string): string => ref.replace('#/components/schemas/', '')

/** One of several types. */
export const union = (types: readonly string[]): string => [...new Set(types)].join(' | ')

const listOf = (type: string): string => (/[|&\n]/.test(type) ? `Array<${type}>` : `${type}[]`)

const keyOf = (name: string): string => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name))

const objectType = (
  { properties = {}, required = [], additionalProperties }: Schema,
  indent: string,
): string => {
  const inner = indent + STEP
  const more =
    additionalProperties === undefined || additionalProperties === false
      ? undefined
      : additionalProperties === true
        ? 'unknown'
        : typeOf(additionalProperties, inner)
  const fields = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema.description, inner)}${inner}${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}`,
  )
  if (fields.length === 0) return `Record<string, ${more ?? 'never'}>`
  return ['{', ...fields, ...(more ? [`${inner}[more: string]: ${more}`] : []), `${indent}}`].join('\n')
}

const simpleType = (type: string, schema: Schema, indent: string): string => {
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
      return listOf(schema.items ? typeOf(schema.items, indent) : 'unknown')
    case 'object':
      return objectType(schema, indent)
    default:
      throw new Error(`No type is known for ${JSON.stringify(schema)}`)
  }
}

/** A JSON schema as a type, its further lines indented so far. */
export const typeOf = (schema: Schema, indent = ''): string => {
  const { $ref, const: only, enum: some, anyOf, oneOf, allOf, type } = schema
  if ($ref !== undefined) return nameOf($ref)
  if (only !== undefined) return JSON.stringify(only)
  if (some) return union(some.map(one => JSON.stringify(one)))
  const several = anyOf ?? oneOf
  if (several) return union(several.map(one => typeOf(one, indent)))
  if (allOf) return allOf.map(one => typeOf(one, indent)).join(' & ')
  if (type === undefined) return 'unknown'
  return union([type].flat().map(one => simpleType(one, schema, indent)))
}

/** A schema under its name. */
export const declaration = (name: string, schema: Schema): string => {
  const start = schema.properties ? `interface ${name} ` : `type ${name} = `
  return `${comment(schema.description)}export ${start}${typeOf(schema)}\n`
}
