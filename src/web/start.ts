/** Runs the libraries and then the program, as two tasks, between which the page answers. */
const start = async (): Promise<void> => {
  // The libraries are in the same file as this module.
  await import('react-dom/client')
  setTimeout(() => void import('./main.tsx'))
}

void start()
