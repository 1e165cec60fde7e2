import { printComment, type JsonSchema, printType, unionType } from './print-types.ts'

type Content = Readonly<Record<string, { schema: JsonSchema }>>

/** The properties of an operation that the client is generated from. */
export interface Operation {
  operationId: string
  summary: string
  parameters: readonly {
    name: string
    in: string
    required?: boolean
    description?: string
    schema: JsonSchema
  }[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { content?: Content }>>
}

const INDENT = '  '

/** Successful answers by status and media type. */
const successes = ({ responses }: Operation): Content[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content = {} }]) => content)

/** True for operations with one request and one answer: neither streams nor redirects. */
export const isCall = (operation: Operation): boolean =>
  successes(operation).some(content => !('text/event-stream' in content))

/** Describes how to call an operation: its method and path, and `bytes` if every answer is a file. */
export const callDescription = (method: string, path: string, operation: Operation): string =>
  [
    method.toUpperCase(),
    path,
    ...(successes(operation).some(content => '*/*' in content) ? ['bytes'] : []),
  ].join(' ')

const typeIn = ([medium, { schema }]: [string, { schema: JsonSchema }]): string[] => {
  if (medium === 'application/json') return (schema.anyOf ?? [schema]).map(one => printType(one, INDENT))
  return [medium.startsWith('text/') ? 'string' : 'Uint8Array']
}

/** Possible answers, the plain one before those in other formats. */
const answerTypes = (operation: Operation): string[] =>
  successes(operation).flatMap(content => {
    const media = Object.entries(content)
    return media.length > 0 ? media.flatMap(typeIn) : ['undefined']
  })

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const queryName = ({ operationId }: Operation): string => `${capital(operationId)}Query`

/** Query parameters, without the format of the answer. */
const wordsOf = ({ parameters }: Operation) =>
  parameters.filter(one => one.in === 'query' && one.name !== 'format')

/** Prints the query parameters of an operation as types, named if there is more than one. */
export const queryTypes = (operation: Operation): string[] => {
  const lines = wordsOf(operation).map(
    ({ name, description, schema }) =>
      `${printComment(description, INDENT)}${INDENT}${name}?: ${printType(schema, INDENT)}`,
  )
  return lines.length > 1 ? [[`export interface ${queryName(operation)} {`, ...lines, '}\n'].join('\n')] : []
}

const inputOf = (operation: Operation, query: string | undefined): string => {
  const params = operation.parameters.filter(one => one.in === 'path').map(({ name }) => `${name}: string`)
  const content = operation.requestBody?.content
  const body = content?.['application/json']
  const parts = [
    ...(params.length > 0 ? [`params: { ${params.join('; ')} }`] : []),
    ...(query === undefined ? [] : [query]),
    ...(body ? [`body: ${printType(body.schema, INDENT)}`] : []),
    ...(content?.['multipart/form-data'] ? ['files?: Files', 'idempotencyKey?: string'] : []),
  ]
  const isNeeded = parts.some(part => /^\w+:/.test(part))
  return parts.length > 0 ? `input${isNeeded ? '' : '?'}: { ${parts.join('; ')} }` : ''
}

/** An operation as a method of the client; where it answers in several formats, the plain one is answered unless told. */
export const clientMethod = (operation: Operation): string => {
  const { operationId, summary, parameters } = operation
  const method = (query: readonly string[], isNeeded: boolean, answers: readonly string[]) => {
    const asked = query.length > 0 ? `query${isNeeded ? '' : '?'}: ${query.join(' & ')}` : undefined
    return `${printComment(summary, INDENT)}${INDENT}${operationId}(${inputOf(operation, asked)}): Promise<${unionType(answers)}>\n`
  }
  const [word, ...more] = wordsOf(operation)
  const words = word
    ? [more.length > 0 ? queryName(operation) : `{ ${word.name}?: ${printType(word.schema)} }`]
    : []
  const types = answerTypes(operation)
  const format = parameters.find(({ name }) => name === 'format')
  if (!format) return method(words, false, types)
  return [
    method([...words, '{ format?: undefined }'], false, types.slice(0, 1)),
    method([...words, `{ format: ${printType(format.schema)} }`], true, types.slice(1)),
  ].join('')
}
