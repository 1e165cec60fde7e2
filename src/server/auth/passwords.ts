import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { hash, verify } from '@node-rs/argon2'
import { passwordLengthError } from '#domain/people/password'
import { type ServerConfig, PASSWORD_HASH_COST } from '../process/config.ts'
import { refdataDir } from '../process/places.ts'

type Cost = ServerConfig['passwordCost']

const AT_ONCE = 2

let running = 0
const waiting: (() => void)[] = []

/** Limits concurrent hashing, which uses much memory, however many people sign in. */
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

/** The argon2id hash of a password, including salt and cost. */
export const hashPassword = (password: string, cost: Cost = PASSWORD_HASH_COST): Promise<string> =>
  // argon2id is the library's default algorithm.
  inTurn(() => hash(password, { ...cost, parallelism: 1 }))

// Dummy hash that is verified for unknown users, so that a sign-in takes the same time.
const decoys = new Map<number, Promise<string>>()
const decoyFor = (cost: Cost): Promise<string> => {
  const known = decoys.get(cost.memoryCost) ?? hashPassword('no one has this password', cost)
  decoys.set(cost.memoryCost, known)
  return known
}

/** True if the password matches the hash. Without a hash the same work is done, and the result is false. */
export const isPasswordRight = async (
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

// Words that attackers of this market try first.
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

/** Repetition adds no strength: returns the word once. */
const unrepeated = (word: string): string => /^(.+?)\1+$/.exec(word)?.[1] ?? word

const isGuessable = (password: string): boolean => {
  const word = password.toLowerCase()
  return [word, bare(word), undisguised(word), bare(undisguised(word))]
    .flatMap(one => [one, unrepeated(one)])
    .some(one => one.length < 4 || isCommon(one))
}

const LEAST_OF_ONES_OWN = 6

/** Length of the password without the words that someone who knows the person would try. */
const ownPart = (password: string, about: readonly string[]): number =>
  [...about.flatMap(text => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)), ...OF_THE_MARKET]
    .filter(word => word.length >= 4)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, word) => rest.replaceAll(word, ''), password.toLowerCase())
    .replace(/[^\p{L}\p{N}]/gu, '').length

/**
 * The reason to refuse a password, if any: too short or long, among the most common, or derived from the person's own
 * data.
 */
export const findPasswordRefusal = (
  password: string,
  { hasSecondFactor, about }: { hasSecondFactor: boolean; about: readonly string[] },
): string | undefined => {
  const length = passwordLengthError(password, hasSecondFactor)
  if (length) return length
  if (isGuessable(password)) return 'Too easy to guess: many people use this password'
  if (ownPart(password, about) < LEAST_OF_ONES_OWN)
    return 'Too easy to guess: it is made of names that other people know'
  return undefined
}
