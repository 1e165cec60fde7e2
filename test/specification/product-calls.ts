import { z } from 'zod'
import { ENDPOINTS } from '#contract/nouns/endpoints'
import * as form from '#contract/kit/form'
import type { AnyNoun } from '#contract/kit/noun'
import { NOUNS, reservedCredit } from '#contract/nouns/nouns'
import { projectRecords } from '#contract/project/project-records'
import { activityItem, commentItem, documentItem } from '#contract/subject/subject'
import type { ProductTableData } from './table.ts'

/** A path in the notation of the tables: parameters are `{id}`, except a search term and an action. */
const written = (path: string): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'term' ? '{term}' : name === 'action' ? '{actionId}' : '{id}',
  )

const keysOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

/** Every call, and its request body. */
export const callsOfProduct: ProductTableData = new Map(
  ENDPOINTS.map(({ method, path, body }) => [
    `${method} ${written(path)}`,
    { Payload: keysOf(body).join(', ') || 'nothing' },
  ]),
)

/** Every query word of every call. */
export const queriesOfProduct: ProductTableData = new Map(
  ENDPOINTS.filter(({ method }) => method === 'GET').flatMap(({ path, query }) =>
    keysOf(query).map(word => [`${written(path)} ${word}`, {}] as const),
  ),
)

const within = (schema: unknown): unknown =>
  schema instanceof z.ZodNullable || schema instanceof z.ZodOptional
    ? within(schema.unwrap())
    : schema instanceof z.ZodArray
      ? within(schema.element)
      : schema

/** The fields of a schema and of its content, two levels deep. */
const pathsIn = (schema: unknown, depth = 2): string[] => {
  const inner = within(schema)
  if (!(inner instanceof z.ZodObject) || depth === 0) return []
  return Object.entries(inner.shape).flatMap(([name, part]) => [
    name,
    ...pathsIn(part, depth - 1).map(path => `${name}.${path}`),
  ])
}

const SHAPES: Readonly<Record<string, z.ZodType | undefined>> = {
  'form field': form.formField,
  'action form': form.actionForm,
  'action answer': form.actionResult,
  comment: commentItem,
  'activity item': activityItem,
  document: documentItem,
}

const nouns: readonly AnyNoun[] = [...Object.values(NOUNS), { ...reservedCredit, kind: 'credit' }]

/** Every field of the API’s answers. */
export const fieldsOfAnswers: ProductTableData = new Map([
  ...nouns.flatMap(({ kind, view, row }) =>
    [...pathsIn(view), ...pathsIn(row)].map(field => [`${kind} ${field}`, {}] as const),
  ),
  ...Object.entries(projectRecords).flatMap(([name, { answers }]) =>
    pathsIn(answers[200], 3).map(field => [`${name} ${field.replace('items.', '')}`, {}] as const),
  ),
  ...Object.entries(SHAPES).flatMap(([name, schema]) =>
    pathsIn(schema).map(field => [`${name} ${field}`, {}] as const),
  ),
])
