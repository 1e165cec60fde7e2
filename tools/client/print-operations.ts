import { comment, type Schema, typeOf, union } from './print-types.ts'

type Content = Readonly<Record<string, { schema: Schema }>>

/** As much of an operation as a client is made of. */
export interface Operation {
  operationId: string
  summary: string
  parameters: readonly {
    name: string
    in: string
    required?: boolean
    description?: string
    schema: Schema
  }[]
  requestBody?: { content: Content }
  responses: Readonly<Record<string, { content?: Content }>>
}

const INDENT = '  '

/** What comes when it succeeds, by its medium, for each status. */
const successes = ({ responses }: Operation): Content[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content = {} }]) => content)

/** Is it asked and answered once? A stream is not, nor is what only leads elsewhere. */
export const isCall = (operation: Operation): boolean =>
  successes(operation).some(content => !('text/event-stream' in content))

/** What must be known to call an operation: its method and path, and `bytes` where whatever comes is a file. */
export const callOf = (method: string, path: string, operation: Operation): string =>
  [
    method.toUpperCase(),
    path,
    ...(successes(operation).some(content => '*/*' in content) ? ['bytes'] : []),
  ].join(' ')

const typeIn = ([medium, { schema }]: [string, { schema: Schema }]): string[] => {
  if (medium === 'application/json') return (schema.anyOf ?? [schema]).map(one => typeOf(one, INDENT))
  return [medium.startsWith('text/') ? 'string' : 'Uint8Array']
}

/** What may come, the plain answer before those in other formats. */
const answerTypes = (operation: Operation): string[] =>
  successes(operation).flatMap(content => {
    const media = Object.entries(content)
    return media.length > 0 ? media.flatMap(typeIn) : ['undefined']
  })

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const queryName = ({ operationId }: Operation): string => `${capital(operationId)}Query`

/** What may follow the question mark, apart from the word for the format of the answer. */
const wordsOf = ({ parameters }: Operation) =>
  parameters.filter(one => one.in === 'query' && one.name !== 'format')

/** What may follow the question mark, under a name where there is more than a word of it. */
export const queryTypes = (operation: Operation): string[] => {
  const lines = wordsOf(operation).map(
    ({ name, description, schema }) =>
      `${comment(description, INDENT)}${INDENT}${name}?: ${typeOf(schema, INDENT)}`,
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
    ...(body ? [`body: ${typeOf(body.schema, INDENT)}`] : []),
    ...(content?.['multipart/form-data'] ? ['files?: Files', 'idempotencyKey?: string'] : []),
  ]
  const isNeeded = parts.some(part => /^\w+:/.test(part))
  return parts.length > 0 ? `input${isNeeded ? '' : '?'}: { ${parts.join('; ')} }` : ''
}

/** An operation as a method of the client; where it answers in several formats, the plain one is answered unless told. */
export const methodOf = (operation: Operation): string => {
  const { operationId, summary, parameters } = operation
  const method = (query: readonly string[], isNeeded: boolean, answers: readonly string[]) => {
    const asked = query.length > 0 ? `query${isNeeded ? '' : '?'}: ${query.join(' & ')}` : undefined
    return `${comment(summary, INDENT)}${INDENT}${operationId}(${inputOf(operation, asked)}): Promise<${union(answers)}>\n`
  }
  const [word, ...more] = wordsOf(operation)
  const words = word
    ? [more.length > 0 ? queryName(operation) : `{ ${word.name}?: ${typeOf(word.schema)} }`]
    : []
  const types = answerTypes(operation)
  const format = parameters.find(({ name }) => name === 'format')
  if (!format) return method(words, false, types)
  return [
    method([...words, '{ format?: undefined }'], false, types.slice(0, 1)),
    method([...words, `{ format: ${typeOf(format.schema)} }`], true, types.slice(1)),
  ].join('')
}
