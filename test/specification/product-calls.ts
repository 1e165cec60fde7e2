import { z } from 'zod'
import { ENDPOINTS } from '#contract/endpoints'
import * as form from '#contract/form'
import type { AnyNoun } from '#contract/noun'
import { NOUNS, reservedCredit } from '#contract/nouns'
import { projectRecords } from '#contract/project-records'
import { activityItem, commentItem, documentItem } from '#contract/subject'
import type { Product } from './table.ts'

/** A path as the tables write it: what varies is called `{id}`, but for a search term and an action. */
const written = (path: string): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === 'term' ? '{term}' : name === 'action' ? '{actionId}' : '{id}',
  )

const keysOf = (schema: z.ZodType | undefined): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

/** Every call, and what is sent with it. */
export const callsOfProduct: Product = new Map(
  ENDPOINTS.map(({ method, path, body }) => [
    `${method} ${written(path)}`,
    { Payload: keysOf(body).join(', ') || 'nothing' },
  ]),
)

/** Every word that may follow the question mark of a call. */
export const queriesOfProduct: Product = new Map(
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

/** The fields of a schema, and those of what it holds, two deep. */
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
  'action answer': form.done,
  comment: commentItem,
  'activity item': activityItem,
  document: documentItem,
}

const nouns: readonly AnyNoun[] = [...Object.values(NOUNS), { ...reservedCredit, kind: 'credit' }]

/** Every field of what the interface answers. */
export const fieldsOfAnswers: Product = new Map([
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
