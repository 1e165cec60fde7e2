import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './places.ts'

// Node would read the source maps of all programs at the start and hold on to them: 120 MB, and a quarter of the start.
// Here a map is read when a stack with a position in its program is written. Node's own class `SourceMap` needs a second
// and 136 MB for the map of the server, during which no one would get an answer.

const POSITION = /\/dist\/server\/([\w-]+\.js):(\d+):(\d+)/g

/** Positions of which the sources are known; an error that repeats costs nothing. */
const known = new Map<string, string>()
const MAX_KNOWN = 1000

/** Replaces positions in built programs of the server, as stacks have them, by those in their sources. */
export const withSourcePositions = (text: string, root: string = projectRoot): string =>
  text.includes('/dist/server/')
    ? text.replaceAll(POSITION, (position, program: string, line: string, column: string) => {
        const built = join(root, 'dist/server', program)
        const source = known.get(position) ?? sourceOf(built, Number(line), Number(column)) ?? position
        if (known.size < MAX_KNOWN) known.set(position, source)
        return source
      })
    : text

/** A source map whose lines can be read one by one. */
interface SourceMap {
  sources: readonly string[]
  mappings: string
  /** For each line: where its mappings begin, and the source, line and column of the mapping before that place. */
  lines: readonly (readonly [from: number, source: number, line: number, column: number])[]
}

const maps = new Map<string, SourceMap>()

const mapOf = (program: string): SourceMap | undefined => {
  const before = maps.get(program)
  if (before || !existsSync(`${program}.map`)) return before
  const { sources, mappings }: Pick<SourceMap, 'sources' | 'mappings'> = JSON.parse(
    readFileSync(`${program}.map`, 'utf8'),
  )
  const lines: [number, number, number, number][] = [[0, 0, 0, 0]]
  readMappings(mappings, [0, 0, 0, 0, 0], 0, (end, fields) => {
    if (mappings[end] === ';') lines.push([end + 1, fields[1] ?? 0, fields[2] ?? 0, fields[3] ?? 0])
    return true
  })
  const map = { sources, mappings, lines }
  maps.set(program, map)
  return map
}

/** The position in the source, relative to the project, of the last mapping at or before a column; lines and columns begin at 1. */
const sourceOf = (program: string, line: number, column: number): string | undefined => {
  const map = mapOf(program)
  const begin = map?.lines[line - 1]
  if (!map || !begin) return undefined
  const { sources, mappings } = map
  const [from, ...before] = begin
  let found: string | undefined
  readMappings(mappings, [0, ...before, 0], from, (end, fields, count) => {
    const [generatedColumn = 0, source = 0, sourceLine = 0, sourceColumn = 0] = fields
    if (count > 1 && generatedColumn < column)
      found = `${join('/dist/server', sources[source] ?? '')}:${sourceLine + 1}:${sourceColumn + 1}`
    return mappings[end] === ','
  })
  return found
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Uint8Array(128)
for (let value = 0; value < DIGITS.length; value += 1) VALUES[DIGITS.charCodeAt(value)] = value
const [COMMA, SEMICOLON] = [','.charCodeAt(0), ';'.charCodeAt(0)]
const CONTINUES = 32

/**
 * Reads mappings (ECMA-426) from a position in their text. Each mapping changes the fields, which are generated column,
 * source, line, column and name; after each, `atEnd` gets the position of its end, the fields and how many it has, and
 * stops the reading by returning false. The generated column starts at 0 in each line.
 */
const readMappings = (
  mappings: string,
  fields: number[],
  from: number,
  atEnd: (end: number, fields: readonly number[], count: number) => boolean,
): void => {
  let [count, value, shift] = [0, 0, 0]
  for (let at = from; at <= mappings.length; at += 1) {
    const code = at < mappings.length ? mappings.charCodeAt(at) : SEMICOLON
    if (code === COMMA || code === SEMICOLON) {
      if (!atEnd(at, fields, count)) return
      if (code === SEMICOLON) fields[0] = 0
      count = 0
      continue
    }
    const digit = VALUES[code] ?? 0
    value |= (digit % CONTINUES) << shift
    shift += 5
    if (digit >= CONTINUES) continue
    fields[count] = (fields[count] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1)
    count += 1
    value = shift = 0
  }
}
