import { z } from 'zod'

/** What one route does, and the answer it gives. */
export interface Described {
  tag: string
  summary: string
  query?: z.ZodObject
  body?: z.ZodType
  answer?: z.ZodType
  /** Answered to people who have not signed in as well. */
  open?: boolean
}

/** A word of the query that may be left out. */
export const word = z.string().optional()

/** What a list says about which part of it is asked for. */
export const ofPage = { limit: z.int().min(1).max(200).optional(), cursor: word }

/** A path as one reads it. */
export const spaced = (path: string): string => path.replaceAll('-', ' ')

/** One route that reads. */
export const get = (path: string, described: Described): [string, Described] => [`GET ${path}`, described]
