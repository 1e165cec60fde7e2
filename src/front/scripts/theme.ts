// The reader's choice of a light or dark look, the same as in the signed-in product; else that of the system.

const REMEMBERED = 'theme'
const root = document.documentElement

const systems = (): string => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

const kept = localStorage.getItem(REMEMBERED)
if (kept === 'light' || kept === 'dark') root.dataset.theme = kept

const button = document.querySelector<HTMLButtonElement>('[data-theme-switch]')
if (button) {
  button.hidden = false
  button.addEventListener('click', () => {
    const next = (root.dataset.theme ?? systems()) === 'dark' ? 'light' : 'dark'
    root.dataset.theme = next
    localStorage.setItem(REMEMBERED, next)
  })
}
