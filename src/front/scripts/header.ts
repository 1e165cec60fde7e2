// The theme of a public page and the link of its header for whoever is signed in: as the browser application left them.
import { REMEMBERED, rememberedTheme } from '#contract/theme'

const root = document.documentElement
root.dataset.theme = rememberedTheme(name => localStorage.getItem(name))

const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
if (button) {
  button.hidden = false
  button.addEventListener('click', () => {
    const next = root.dataset.theme === 'dark' ? 'light' : 'dark'
    root.dataset.theme = next
    localStorage.setItem(REMEMBERED.chosen, next)
  })
}

const signIn = document.querySelector<HTMLAnchorElement>('.header-end a[href="/login"]')
if (signIn && localStorage.getItem(REMEMBERED.signedIn) !== null) {
  signIn.href = '/'
  signIn.textContent = 'Home'
}
