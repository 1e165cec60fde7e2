import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { hash, verify } from '@node-rs/argon2'
import { wrongLength } from '#domain/password'
import { type Config, PASSWORD_COST } from '../config.ts'
import { refdataDir } from '../places.ts'

type Cost = Config['passwordCost']

const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Hashing eats memory: however many sign in together, only a few hash at once. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) await new Promise<void>(resolve => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** The argon2id hash of a password, with its salt and cost in it. */
export const hashPassword = (password: string, cost: Cost = PASSWORD_COST): Promise<string> =>
  // argon2id is the library's default algorithm.
  inTurn(() => hash(password, { ...cost, parallelism: 1 }))

// Verified against when there is no such user, so that the work done is the same.
const decoys = new Map<number, Promise<string>>()
const decoyFor = (cost: Cost): Promise<string> => {
  const known = decoys.get(cost.memoryCost) ?? hashPassword('nobody has this password', cost)
  decoys.set(cost.memoryCost, known)
  return known
}

/** Is this the password? Without a hash the same work is done, and the answer is no. */
export const isPassword = async (
  password: string,
  passwordHash: string | undefined,
  cost: Cost,
): Promise<boolean> => {
  const against = passwordHash ?? (await decoyFor(cost))
  const right = await inTurn(() => verify(against, password))
  return right && passwordHash !== undefined
}

let common: Set<string> | undefined
const isCommon = (word: string): boolean => {
  common ??= new Set(
    gunzipSync(readFileSync(join(refdataDir, 'common-passwords.txt.gz')))
      .toString('utf8')
      .split('\n'),
  )
  return common.has(word)
}

// Words that anybody guesses here first.
const OF_THE_MARKET = ['credit', 'nature', 'market', 'marketplace', 'biodiversity', 'nitrogen', 'phosphorous']

const DISGUISES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const undisguised = (word: string): string => word.replace(/[^a-z]/g, sign => DISGUISES[sign] ?? sign)

const bare = (word: string): string => word.replace(/^[^a-z]+|[^a-z]+$/g, '')

/** The same words said twice or more are no better than said once. */
const unrepeated = (word: string): string => /^(.+?)\1+$/.exec(word)?.[1] ?? word

const isGuessable = (password: string): boolean => {
  const word = password.toLowerCase()
  return [word, bare(word), undisguised(word), bare(undisguised(word))]
    .flatMap(one => [one, unrepeated(one)])
    .some(one => one.length < 4 || isCommon(one))
}

const LEAST_OF_ONES_OWN = 6

/** Takes away the words that somebody who knows the person would try; how much is left? */
const ownPart = (password: string, about: readonly string[]): number =>
  [...about.flatMap(text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)), ...OF_THE_MARKET]
    .filter(word => word.length >= 4)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase())
    .replace(/[^\p{L}\p{N}]/gu, '').length

/** Why this password cannot be taken, if so: too short or long, one of those that everybody tries, or made of one's own name. */
export const whyNotPassword = (
  password: string,
  { hasSecondFactor, about }: { hasSecondFactor: boolean; about: readonly string[] },
): string | undefined => {
  const length = wrongLength(password, hasSecondFactor)
  if (length) return length
  if (isGuessable(password)) return 'Too easy to guess: many people use this password'
  if (ownPart(password, about) < LEAST_OF_ONES_OWN)
    return 'Too easy to guess: it is made of names that others know'
  return undefined
}
