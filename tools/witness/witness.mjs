#!/usr/bin/env node
// Follows the log of a market from outside, and co-signs that it only ever grows. Needs Node 20 or later and nothing else.
//   node witness.mjs <address of the log> <state file> [--name <name>] [--key <key of the log>] [--once]
//   node witness.mjs compare <state file> <state file of another witness>
// The address is that of its public page, https://market.example/log/. The state file is made at the first run, and holds the
// key of this witness: keep it to yourself. It ends with 1, and co-signs nothing more, where the log was changed.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { argv, exit } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { URL } from 'node:url'

const EVERY_MS = 60_000
const WAIT_MS = 20_000
const MOST_BYTES = 1_000_000
const WITNESS = 4

/** An error of the log itself, as opposed to a temporary network error. */
class Changed extends Error {}

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
const nodeOf = (left, right) => sha256(Buffer.of(1), left, right)
const fromBase64 = text => Buffer.from(text, 'base64')

// Keys and notes (C2SP signed-note).
const keyIdOf = (name, kind, key) => sha256(Buffer.from(`${name}\n`), Buffer.of(kind), key).subarray(0, 4)
const keyLineOf = (name, kind, key) =>
  `${name}+${keyIdOf(name, kind, key).toString('hex')}+${Buffer.concat([Buffer.of(kind), key]).toString('base64')}`
const readKeyLine = line => {
  const [name, id, ...rest] = line.split('+')
  const bytes = fromBase64(rest.join('+'))
  const key = bytes.subarray(1)
  if (bytes.length !== 33 || keyIdOf(name, bytes[0], key).toString('hex') !== id)
    throw new Error(`${line} is not the key of a log`)
  return { name, id, key }
}
const publicKeyOf = key =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }, format: 'jwk' })

/** The text of a note that one of these keys has signed; undefined where none has. */
const signedText = (note, keyLines) => {
  const middle = note.lastIndexOf('\n\n')
  const text = note.slice(0, middle + 1)
  const lines = note
    .slice(middle + 2)
    .split('\n')
    .slice(0, 100)
  const isSigned = keyLines.map(readKeyLine).some(({ name, id, key }) =>
    lines.some(line => {
      const [dash, whose, signature = '', ...more] = line.split(' ')
      const bytes = fromBase64(signature)
      if (dash !== '—' || whose !== name || more.length > 0 || bytes.length !== 68) return false
      if (bytes.subarray(0, 4).toString('hex') !== id) return false
      return verify(null, Buffer.from(text), publicKeyOf(key), bytes.subarray(4))
    }),
  )
  return middle > 0 && isSigned ? text : undefined
}

/** Parses the text of a checkpoint (C2SP tlog-checkpoint). */
const readCheckpoint = text => {
  const [origin, size, root, end, ...more] = text.split('\n')
  if (
    !/^(0|[1-9]\d{0,14})$/.test(size) ||
    fromBase64(root ?? '').length !== 32 ||
    end !== '' ||
    more.length > 0
  )
    throw new Changed('The signed text is not a checkpoint')
  return { origin, size: Number(size), root }
}

/** True if the tree of the older checkpoint is a prefix of the newer one (RFC 9162, section 2.1.4.2). */
const isConsistent = (old, head, hashes) => {
  if (old.size === 0) return true
  if (old.size > head.size) return false
  if (old.size === head.size) return old.root === head.root
  const [oldRoot, root] = [fromBase64(old.root), fromBase64(head.root)]
  const proof = hashes.map(fromBase64)
  if (proof.length === 0 || proof.some(hash => hash.length !== 32)) return false
  const half = number => Math.floor(number / 2)
  const first = Number.isInteger(Math.log2(old.size)) ? oldRoot : proof.shift()
  let [place, last, was, is] = [old.size - 1, head.size - 1, first, first]
  while (place % 2 === 1) [place, last] = [half(place), half(last)]
  for (const beside of proof) {
    if (last === 0) return false
    if (place % 2 === 1 || place === last) {
      ;[was, is] = [nodeOf(beside, was), nodeOf(beside, is)]
      while (place % 2 === 0 && place > 0) [place, last] = [half(place), half(last)]
    } else is = nodeOf(is, beside)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && was.equals(oldRoot) && is.equals(root)
}

const ask = async (address, init = {}) => {
  const answer = await fetch(address, { ...init, signal: AbortSignal.timeout(WAIT_MS) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${address} answers ${answer.status} ${text.slice(0, 200)}`)
  if (text.length > MOST_BYTES) throw new Error(`${address} sends too long an answer`)
  return text
}

/** With the keys that trusted ones have vouched for, one after the other. */
const withSuccessors = async (url, trusted) => {
  const { origin, keys } = JSON.parse(await ask(new URL('keys', url)))
  const known = [...trusted]
  for (const { key, succession } of keys)
    if (
      !known.includes(key) &&
      succession &&
      signedText(succession, known) === `${origin}\nsuccession\n${key}\n`
    )
      known.push(key)
  return known
}

/** Checks the log once and returns the new state with the latest checkpoint. Throws `Changed` if that does not continue the last one. */
export const look = async state => {
  const url = new URL(state.url)
  const note = await ask(new URL('checkpoint', url))
  let { keys } = state
  if (signedText(note, keys) === undefined) keys = await withSuccessors(url, keys)
  const text = signedText(note, keys)
  if (text === undefined)
    throw new Changed('The checkpoint is signed with an unknown key, and no known key has vouched for it')
  const { origin, ...head } = readCheckpoint(text)
  if (origin !== state.origin)
    throw new Changed(`The log now calls itself ${origin}; before it was ${state.origin}`)
  const old = state.heads.at(-1) ?? { size: 0 }
  if (head.size < old.size)
    throw new Changed(`The log has ${head.size} entries, but had ${old.size}: its end was cut off`)
  const proof = new URL(`consistency?from=${old.size}&to=${head.size}`, url)
  const { hashes } = old.size > 0 && old.size < head.size ? JSON.parse(await ask(proof)) : { hashes: [] }
  if (!isConsistent(old, head, hashes))
    throw new Changed(
      `The log of ${head.size} entries does not continue the log of ${old.size}: it was rewritten`,
    )
  const heads = head.size === old.size ? state.heads : [...state.heads, { ...head, note }]
  return { ...state, keys, heads }
}

/** The line by which a witness co-signs a checkpoint (C2SP tlog-cosignature). */
export const cosign = ({ name, privateKey }, note, now = Date.now()) => {
  const secret = createPrivateKey(privateKey)
  const key = Buffer.from(createPublicKey(secret).export({ format: 'jwk' }).x, 'base64url')
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1)
  const seconds = Math.floor(now / 1000)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(seconds))
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), secret)
  return `— ${name} ${Buffer.concat([keyIdOf(name, WITNESS, key), time, signature]).toString('base64')}`
}

/** Finds a contradiction between the states of two witnesses, or of one at two times; undefined if there is none. */
export const compare = async (one, other) => {
  if (one.origin !== other.origin) return `These are two logs: ${one.origin} and ${other.origin}`
  for (const { size, root } of one.heads)
    if (other.heads.some(head => head.size === size && head.root !== root))
      return `A split view: the log of ${size} entries has two signed checkpoints. Keep both state files: they prove it`
  const last = ({ heads }) => heads.at(-1) ?? { size: 0, root: '' }
  const [old, head] = [last(one), last(other)].toSorted((a, b) => a.size - b.size)
  if (old.size === 0 || old.size === head.size) return undefined
  const { hashes } = JSON.parse(await ask(new URL(`consistency?from=${old.size}&to=${head.size}`, one.url)))
  if (isConsistent(old, head, hashes)) return undefined
  return `A split view or a rewritten log: the log of ${head.size} entries does not continue the log of ${old.size}`
}

/** A new state: with a key of its own, and the key of the log as it is given, or as the log tells it. */
export const begin = async (address, { name, key }) => {
  const url = String(new URL(address.endsWith('/') ? address : `${address}/`))
  const { origin, keys } = JSON.parse(await ask(new URL('keys', url)))
  const privateKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' })
  return { url, origin, keys: [key ?? keys.at(-1).key], name, privateKey, heads: [] }
}

export const keyLineOfWitness = ({ name, privateKey }) => {
  const { x } = createPublicKey(createPrivateKey(privateKey)).export({ format: 'jwk' })
  return keyLineOf(name, WITNESS, Buffer.from(x, 'base64url'))
}

const read = file => JSON.parse(readFileSync(file, 'utf8'))
const keep = (file, state) => {
  writeFileSync(`${file}.new`, `${JSON.stringify(state, null, 1)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

const hand = async (state, head) => {
  const body = JSON.stringify({ size: head.size, line: cosign(state, head.note) })
  const headers = { 'content-type': 'application/json' }
  await ask(new URL('cosignatures', state.url), { method: 'POST', body, headers })
}

const follow = async (address, file, { name, key, once }) => {
  if (!existsSync(file)) {
    const begun = await begin(address, { name, key })
    keep(file, begun)
    console.log(
      `The witness is set up. It trusts the log that is signed with this key. Compare it with the key that the market operator sends you in another way\n  ${begun.keys[0]}`,
    )
    console.log(`Ask the market to register this witness:\n  ${keyLineOfWitness(begun)}`)
  } else if (key) {
    // The key of before may have been stolen, so it is trusted no more.
    keep(file, { ...read(file), keys: [key] })
    console.log(`From now on the witness trusts only a log that is signed with this key\n  ${key}`)
  }
  for (;;) {
    try {
      const state = await look(read(file))
      keep(file, state)
      const head = state.heads.at(-1)
      console.log(
        `${new Date().toISOString()} ${head.size} entries, ${head.root}: continues all earlier checkpoints`,
      )
      // Also of one that was co-signed before: that it is still the newest is worth knowing.
      await hand(state, head)
    } catch (error) {
      console.error(`${new Date().toISOString()} ${error.message}`)
      if (error instanceof Changed) return 1
    }
    if (once) return 0
    await setTimeout(EVERY_MS)
  }
}

if (import.meta.main ?? argv[1]?.endsWith('witness.mjs')) {
  const { values, positionals } = parseArgs({
    options: {
      name: { type: 'string', default: 'witness' },
      key: { type: 'string' },
      once: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  const [first, second, third] = positionals
  if (first === 'compare' && third) {
    const found = await compare(read(second), read(third))
    console.log(found ?? 'Both witnesses saw the same log')
    exit(found ? 1 : 0)
  }
  if (!second) {
    console.error(
      'Usage: witness.mjs <address of the log> <state file> [--name n] [--key k] [--once], or compare <file> <file>',
    )
    exit(2)
  }
  exit(await follow(first, second, values))
}
