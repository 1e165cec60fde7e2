import type { MarketKeys } from '#proof/market-keys'
import { verifyFileText, onDrop, onPaste, showVerdict } from './check.ts'

// Standalone page that makes no requests. It contains the keys for checking, which the reader can replace by keys
// from someone else.

const part = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector)
  if (!found) throw new Error(`The page has no ${selector}`)
  return found
}

const carried = JSON.parse(part('#keys').textContent) as MarketKeys
const place = part<HTMLElement>('[data-verdict]')
const ownKeys = part<HTMLTextAreaElement>('[data-keys]')
const input = part<HTMLInputElement>('input[type="file"]')

/**
 * Keys that are on the page now: those with the log's own name belong to the log, all others to witnesses.
 */
const keysNow = (): MarketKeys => {
  const lines = ownKeys.value.split('\n').flatMap(line => line.trim() || [])
  const isOfLog = (line: string): boolean => line.startsWith(`${carried.origin}+`)
  return { ...carried, log: lines.filter(isOfLog), witnesses: lines.filter(line => !isOfLog(line)) }
}

const check = async (text: string): Promise<void> => showVerdict(place, await verifyFileText(text, keysNow()))
const checkFile = async (file: File): Promise<void> => check(await file.text())

ownKeys.value = [...carried.log, ...carried.witnesses].join('\n')
onPaste(part('[data-paste]'), text => void check(text))
onDrop(part('[data-drop]'), file => void checkFile(file))
input.addEventListener('change', () => {
  const file = input.files?.[0]
  if (file) void checkFile(file)
})
