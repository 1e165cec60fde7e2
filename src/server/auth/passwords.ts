import { hash, verify } from '@node-rs/argon2'

// argon2id is the library's default algorithm; 64 MiB and three passes take about 70 ms.
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }
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
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, COST))

// Verified against when there is no such user, so that the work done is the same.
let decoy: Promise<string> | undefined

/** Is this the password? Without a hash the same work is done, and the answer is no. */
export const isPassword = async (password: string, passwordHash: string | undefined): Promise<boolean> => {
  decoy ??= hashPassword('nobody has this password')
  const against = passwordHash ?? (await decoy)
  const right = await inTurn(() => verify(against, password))
  return right && passwordHash !== undefined
}
