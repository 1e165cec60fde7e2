import { parseAst } from 'rolldown/parseAst'

/** A node of the syntax tree. */
interface Node {
  type: string
  start: number
  end: number
  [part: string]: unknown
}

/** Replacement of a part of a text. */
interface Change {
  start: number
  end: number
  text: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const partsOf = (node: Node): Node[] => Object.values(node).flatMap(part => [part].flat().filter(isNode))

/** Innermost object of a chain of calls and properties: `z` in `z.array(x).min(1)`, with the names of the properties. */
const rootOf = (node: Node): { root: Node; names: string[] } => {
  const names: string[] = []
  let root = node
  while (root.type === 'CallExpression' || root.type === 'MemberExpression') {
    if (root.type === 'MemberExpression' && isNode(root.property)) names.push(String(root.property.name))
    root = (root.type === 'CallExpression' ? root.callee : root.object) as Node
  }
  return { root, names }
}

const isNamed = (node: unknown, name: string): boolean =>
  isNode(node) && node.type === 'Identifier' && node.name === name

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression']
const PURE = '/*#__PURE__*/ '

/** Replaces schemas by the stand-in for the library, and forgets what only the server knows of endpoints. */
const changesOfContract = (node: Node): Change[] => {
  const { start, end } = node
  const { root, names } = rootOf(node)
  if (root !== node && isNamed(root, 'z') && !names.some(name => /parse/i.test(name)))
    return [{ start, end, text: 'z' }]
  const [, definition] = node.type === 'CallExpression' ? (node.arguments as Node[]) : []
  if (definition?.type === 'ObjectExpression' && isNamed(node.callee, 'endpoint'))
    return [{ start: definition.start, end: definition.end, text: '{}' }]
  return partsOf(node).flatMap(changesOfContract)
}

/** Marks the calls that make constants, so that a constant that no page needs is left out. */
const pureCalls = (node: Node): Change[] => {
  if (FUNCTIONS.includes(node.type)) return []
  const { start } = node
  const isCall = node.type === 'CallExpression' || node.type === 'NewExpression'
  return [...(isCall ? [{ start, end: start, text: PURE }] : []), ...partsOf(node).flatMap(pureCalls)]
}

const changed = (code: string, changes: readonly Change[]): string => {
  let text = code
  let before = Infinity
  for (const { start, end, text: by } of changes.toSorted((one, other) => other.start - one.start)) {
    // A call within a chain begins where the chain does.
    if (start === before) continue
    before = start
    text = text.slice(0, start) + by + text.slice(end)
  }
  return text
}

const initialValues = (program: Node): Node[] =>
  partsOf(program)
    .map(statement => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations as Node[])
    .flatMap(({ init }) => (isNode(init) ? [init] : []))

const parsed = (code: string): Node => parseAst(code, { lang: 'ts' }) as unknown as Node

/** The contract without schemas and descriptions, as browsers need it: routes, names and labels. */
export const leanContract = (code: string): string => changed(code, changesOfContract(parsed(code)))

/** A module of the pure modules, whose constants may be left out one by one. */
export const lean = (code: string): string => changed(code, initialValues(parsed(code)).flatMap(pureCalls))
