// Applies the theme to a public page and, for signed-in readers, changes the link in its header: both as stored by
// the browser application.
import { BROWSER_STORAGE_KEYS, readStoredTheme } from '#contract/people/theme'

const root = document.documentElement
root.dataset.theme = readStoredTheme(name => localStorage.getItem(name))

const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
if (button) {
  button.hidden = false
  button.addEventListener('click', () => {
    const next = root.dataset.theme === 'dark' ? 'light' : 'dark'
    root.dataset.theme = next
    localStorage.setItem(BROWSER_STORAGE_KEYS.chosen, next)
  })
}

const signIn = document.querySelector<HTMLAnchorElement>('.header-end a[href="/login"]')
if (signIn && localStorage.getItem(BROWSER_STORAGE_KEYS.signedIn) !== null) {
  signIn.href = '/'
  signIn.textContent = 'Home'
}

// A link may lead into a folded part. Browsers unfold it only after the first paint, which would move what is below it.
for (
  let part = document.getElementById(location.hash.slice(1))?.closest('details');
  part;
  part = part.parentElement?.closest('details')
)
  part.open = true
