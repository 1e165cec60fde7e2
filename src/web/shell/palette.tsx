import { SearchIcon } from '../icons/icons.tsx'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useNavigate } from 'react-router'
import { isPublicPage } from '#contract/public/public-pages'
import type { SignedInUser } from '#contract/people/account'
import type { Resource } from '#contract/kit/resource'
import type { OpenAction } from '../action/questions/open-action.ts'
import { optionCountText } from './messages.ts'
import { isSearchResult, type PaletteGroup, type PaletteOption } from './palette-options.ts'
import { usePalette } from './use-palette.ts'
import './palette.css'

/**
 * Command palette that opens a page, record or action by its name: a combobox with a list that is always open
 * (ARIA Authoring Practices Guide). Arrow keys move along the list and Enter chooses.
 */
export const Palette = ({
  user,
  subject,
  show,
  close,
}: {
  user: SignedInUser
  /** Subject of the page. */
  subject: Resource | null
  show: (action: OpenAction) => void
  close: () => void
}) => {
  const navigate = useNavigate()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  // Enter was pressed on the first result of an earlier text: what it means is known when the search for this one has ended.
  const [isWaiting, setIsWaiting] = useState(false)
  const { groups, isSearching, canSearch } = usePalette(typed, user, subject)
  const options = groups.flatMap(group => group.options)
  const active = Math.min(at, options.length - 1)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active, typed])

  const choose = ({ go }: PaletteOption) => {
    close()
    if ('to' in go && isPublicPage(go.to)) location.assign(go.to)
    else if ('to' in go) void navigate(go.to)
    else show({ id: go.action, on: go.on, wizard: null })
  }
  const chooseFirst = useEffectEvent(() => {
    setIsWaiting(false)
    const [first] = options
    if (first) choose(first)
  })
  useEffect(() => {
    if (isWaiting && !isSearching) chooseFirst()
  }, [isWaiting, isSearching])
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = options[active]
    if (step !== undefined) {
      event.preventDefault()
      setAt((active + step + options.length) % Math.max(options.length, 1))
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      if (isSearching && at === 0 && isSearchResult(chosen)) setIsWaiting(true)
      else choose(chosen)
    }
  }
  const label = canSearch ? 'Search, or go to a page' : 'Go to a page, or start an action'

  return (
    <ModalOverlay
      className="overlay overlay-top"
      isOpen
      isDismissable
      onOpenChange={isOpen => {
        if (!isOpen) close()
      }}
    >
      <Modal className="modal palette">
        <Dialog className="palette-dialog" aria-label={label}>
          <div className="palette-input">
            <SearchIcon aria-hidden="true" />
            <input
              type="text"
              role="combobox"
              aria-label={label}
              aria-autocomplete="list"
              aria-expanded={options.length > 0}
              aria-controls={options.length > 0 ? `${id}-list` : undefined}
              aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
              placeholder={canSearch ? 'Name, serial, reference, place or page' : 'Page or action'}
              autoComplete="off"
              spellCheck={false}
              // The dialog was opened to type in.
              autoFocus
              maxLength={200}
              value={typed}
              onChange={event => {
                setTyped(event.target.value)
                setAt(0)
                setIsWaiting(false)
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          {options.length > 0 ? (
            <div id={`${id}-list`} className="palette-list" role="listbox" aria-label={label} ref={list}>
              <Groups groups={groups} id={id} active={active} choose={choose} />
            </div>
          ) : (
            <p className="palette-none quiet">{isSearching ? 'Searching …' : 'Nothing found'}</p>
          )}
          <p className="palette-keys">↑ and ↓ to move, Enter to choose, Esc to close</p>
          <p className="sr-only" role="status">
            {isSearching ? '' : optionCountText(options.length)}
          </p>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

const Groups = ({
  groups,
  id,
  active,
  choose,
}: {
  groups: readonly PaletteGroup[]
  id: string
  active: number
  choose: (option: PaletteOption) => void
}) => {
  const before = groups.map((_, at) => groups.slice(0, at).reduce((sum, one) => sum + one.options.length, 0))
  return groups.map(({ heading, options }, group) => (
    <div key={heading} role="group" aria-labelledby={`${id}-group-${group}`}>
      <div className="palette-heading" id={`${id}-group-${group}`} role="presentation">
        {heading}
      </div>
      {options.map((option, within) => {
        const place = before[group]! + within
        return (
          // The text box handles the keys for the whole list.
          <div
            key={option.id}
            id={`${id}-${place}`}
            className="palette-option"
            role="option"
            aria-selected={place === active}
            tabIndex={-1}
            onMouseDown={event => event.preventDefault()}
            onClick={() => choose(option)}
          >
            <span>{option.label}</span>
            {option.about && <span className="palette-about">{option.about}</span>}
          </div>
        )
      })}
    </div>
  ))
}
