import { SearchIcon } from '../icons/icons.tsx'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import './search-box.css'

const MARKER = '#search'

/** Returns true if the search box is open, which a fragment of the address records. */
export const useIsSearchOpen = (): boolean => useLocation().hash === MARKER

/** Button that opens and closes the search box. */
export const SearchToggle = () => {
  const { pathname, search } = useLocation()
  const isOpen = useIsSearchOpen()
  return (
    <Link
      className="icon-button"
      to={{ pathname, search, hash: isOpen ? '' : MARKER }}
      replace
      preventScrollReset
      aria-label={isOpen ? 'Close search' : 'Open search'}
    >
      <SearchIcon aria-hidden="true" />
    </Link>
  )
}

/** Search box under the header. */
export const SearchBox = () => {
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <div className="search-row">
      <search className="wide">
        <form
          onSubmit={event => {
            event.preventDefault()
            const term = input.current?.value.trim()
            if (term) void navigate(`/search/${encodeURIComponent(term)}`)
          }}
        >
          <label htmlFor="site-search">Search</label>
          <input id="site-search" ref={input} type="search" className="input" />
          <button type="submit" className="button">
            Search
          </button>
        </form>
        <p className="search-note quiet small">
          Names, serials, planning and grid references, places. Ctrl+K searches from anywhere.
        </p>
      </search>
    </div>
  )
}
