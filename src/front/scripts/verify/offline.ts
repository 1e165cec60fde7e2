import type { MarketKeys } from '#proof/checked-note'
import { checkText, onDrop, onPaste, showVerdict } from './check.ts'

// The page that is saved and asks nobody: what it checks by stands in it, and can be replaced by what somebody else told.

const part = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector)
  if (!found) throw new Error(`The page has no ${selector}`)
  return found
}

const carried = JSON.parse(part('#keys').textContent) as MarketKeys
const place = part<HTMLElement>('[data-verdict]')
const ownKeys = part<HTMLTextAreaElement>('[data-keys]')
const input = part<HTMLInputElement>('input[type="file"]')

/** The keys that are written on the page now: of the log those of its own name, of witnesses all others. */
const keysNow = (): MarketKeys => {
  const lines = ownKeys.value.split('\n').flatMap(line => line.trim() || [])
  const isOfLog = (line: string): boolean => line.startsWith(`${carried.origin}+`)
  return { ...carried, log: lines.filter(isOfLog), witnesses: lines.filter(line => !isOfLog(line)) }
}

const check = async (text: string): Promise<void> => showVerdict(place, await checkText(text, keysNow()))
const checkFile = async (file: File): Promise<void> => check(await file.text())

ownKeys.value = [...carried.log, ...carried.witnesses].join('\n')
onPaste(part('[data-paste]'), text => void check(text))
onDrop(part('[data-drop]'), file => void checkFile(file))
input.addEventListener('change', () => {
  const file = input.files?.[0]
  if (file) void checkFile(file)
})
