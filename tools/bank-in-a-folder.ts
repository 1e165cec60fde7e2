import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { createSeededRandom } from '@credit-market/matching/pricing/random'
import { isDay, utcDayOf } from '@credit-market/values/dates'
import { sha256 } from '@credit-market/matching/formats/sha256'
import { groupBy } from '#domain/values/grouped'
import { ibanError, normaliseIban } from '#domain/money/bank-line'
import { balanceBefore, divideIntoStatements, writeCamt } from './bank-in-a-folder/camt.ts'
import { type Bill, inventIban, playBills } from './bank-in-a-folder/draw.ts'
import { readPain } from './bank-in-a-folder/pain.ts'
import { runCommand } from './command.ts'

const USE =
  'npm run bank-in-a-folder -- FOLDER [--account IBAN] [--invoices FILE or ADDRESS] [--key KEY] [--day 2026-06-01] [--balance 1000000] [--seed 1] [--no-faults]'

const STATE_FILE = 'bank.json'
const STATE = z.object({ plays: z.int(), balance: z.int(), executed: z.array(z.string()) })

const ROW = z.object({
  Number: z.string(),
  Kind: z.string(),
  Organisation: z.string(),
  'Open (GBP)': z.coerce.number(),
  'Payment reference': z.string(),
})

/** The account of a buyer, always the same for its name. */
const accountOfParty = (party: string): string =>
  inventIban(createSeededRandom(Number.parseInt(sha256(party).slice(0, 8), 16)))

const readInvoices = async (place: string, key: string | undefined): Promise<Bill[]> => {
  if (!/^https?:/.test(place)) return toBills(readFileSync(place, 'utf8'))
  const answer = await fetch(place, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } })
  if (!answer.ok) throw new Error(`${place} answers ${answer.status}: ${await answer.text()}`)
  return toBills(await answer.text())
}

const toBills = (csv: string): Bill[] =>
  z
    .array(ROW)
    .parse(parse(csv, { columns: true, bom: true, skip_empty_lines: true }))
    .filter(row => row.Kind === 'Invoice' && row['Open (GBP)'] > 0)
    .map(row => ({
      ...{ number: row.Number, kind: 'invoice', party: row.Organisation },
      ...{ iban: accountOfParty(row.Organisation), open: Math.round(row['Open (GBP)'] * 100) },
      ...{ reference: row['Payment reference'], endToEndId: null },
    }))

const readOptions = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ account: { type: 'string' }, invoices: { type: 'string' }, key: { type: 'string' } },
      ...{
        day: { type: 'string' },
        balance: { type: 'string' },
        seed: { type: 'string' },
        'no-faults': { type: 'boolean' },
      },
    },
  })
  const [folder] = positionals
  if (folder === undefined || positionals.length > 1) throw new Error(USE)
  const day = values.day ?? utcDayOf(new Date().toISOString())
  if (!isDay(day)) throw new Error(`--day must be a date such as 2026-06-01. ${USE}`)
  const seed = Number(values.seed ?? 1)
  if (!Number.isInteger(seed)) throw new Error(`--seed must be a whole number. ${USE}`)
  const balance = Math.round(Number(values.balance ?? 1_000_000) * 100)
  if (!Number.isSafeInteger(balance))
    throw new Error(`--balance must be an amount in pounds such as 1250.00. ${USE}`)
  return { ...values, folder, day, balance, seed, withFaults: values['no-faults'] !== true }
}

/** State of the bank in a folder; a new folder starts with this balance, in pence. */
const readState = (file: string, balance: number): z.infer<typeof STATE> =>
  existsSync(file) ? STATE.parse(JSON.parse(readFileSync(file, 'utf8'))) : { plays: 0, balance, executed: [] }

const play = async (): Promise<string> => {
  const options = readOptions()
  const { folder, day, seed, withFaults } = options
  mkdirSync(folder, { recursive: true })
  const stateFile = join(folder, STATE_FILE)
  const state = readState(stateFile, options.balance)
  const pains = readdirSync(folder)
    .filter(
      name => name.endsWith('.xml') && readFileSync(join(folder, name), 'utf8').includes('pain.001.001.09'),
    )
    .map(name => ({ name, ...readPain(readFileSync(join(folder, name), 'utf8')) }))
  const orders = pains.flatMap(({ bills }) => bills).filter(({ number }) => !state.executed.includes(number))
  const account = normaliseIban(options.account ?? pains[0]?.account ?? '')
  const wrong = ibanError(account)
  if (wrong !== undefined)
    throw new Error(
      `--account needs the IBAN of the market operator, if no payment file is in the folder. ${wrong}`,
    )
  const invoices = options.invoices === undefined ? [] : await readInvoices(options.invoices, options.key)
  const random = createSeededRandom(seed + state.plays)
  const prefix = `${sha256(`${folder} ${seed}`).slice(0, 6).toUpperCase()}-${state.plays + 1}-`
  const otherAccount = accountOfParty(`Other account of ${account}`)
  const stage = { account, otherAccount, from: day, prefix }
  const lines = playBills(random, stage, [...invoices, ...orders], withFaults)
  if (lines.length === 0)
    return 'No invoice is open and no payment file is new, so the bank has nothing to do'
  const files = divideIntoStatements(random, lines, withFaults).map(({ name, lines: its, from }) => {
    const file = `play-${state.plays + 1}-${name}.xml`
    writeFileSync(
      join(folder, file),
      writeCamt(`${prefix}${name}`, its, balanceBefore(lines, from, state.balance)),
    )
    return file
  })
  const own = lines.filter(line => line.account === account && line.currency === 'GBP')
  writeFileSync(
    stateFile,
    JSON.stringify({
      plays: state.plays + 1,
      balance: own.reduce((sum, { amount }) => sum + amount, state.balance),
      executed: [...state.executed, ...orders.map(({ number }) => number)],
    }),
  )
  const counts = groupBy(lines, ({ fault }) => fault).map(([fault, its]) => `${fault} ${its.length}`)
  const payers = [...new Set(invoices.map(({ party, iban }) => `  ${party}: ${iban}`))]
  return [
    `The bank wrote ${lines.length} lines into ${files.length} files: ${files.join(', ')}`,
    `Faults: ${counts.toSorted().join(', ')}`,
    ...(payers.length > 0 ? ['Accounts from which buyers pay:', ...payers] : []),
  ].join('\n')
}

runCommand('The bank has not played', play)
