import { useEffect, useEffectEvent, useState } from 'react'

/** What the keys of the queue do. */
export interface Keys {
  step: (by: 1 | -1) => void
  toggle: (isRange: boolean) => void
  open: () => void
  help: () => void
}

const SWITCH = 'queue-keys'

/** Whether single keys act, as the reader has said on this browser: whoever speaks to the machine may want them off. */
export const useKeysSwitch = () => {
  const [isOn, setOn] = useState(() => localStorage.getItem(SWITCH) !== 'off')
  const set = (on: boolean) => {
    localStorage.setItem(SWITCH, on ? 'on' : 'off')
    setOn(on)
  }
  return [isOn, set] as const
}

const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    (target instanceof HTMLInputElement && target.type !== 'checkbox'))

/** Listens to j, k, x, Enter and ? while no dialog is open and nothing is being typed. */
export const useKeys = (isOn: boolean, { step, toggle, open, help }: Keys): void => {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
    if (document.querySelector('.overlay')) return
    const { key, target } = event
    const isOnRow = target instanceof HTMLInputElement && target.closest('.queue-row') !== null
    if (key === 'Enter' ? !isOnRow : !['j', 'k', 'x', 'X', '?'].includes(key)) return
    event.preventDefault()
    if (key === 'j') step(1)
    else if (key === 'k') step(-1)
    else if (key === 'Enter') open()
    else if (key === '?') help()
    else toggle(event.shiftKey)
  })
  useEffect(() => {
    if (!isOn) return undefined
    const listener = (event: KeyboardEvent) => pressed(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [isOn])
}
