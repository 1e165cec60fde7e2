import { describeFindings, examineInstallation } from '#server/doctor/doctor'
import { readConfig } from '#server/process/config'
import { errorMessageOf } from '#domain/values/narrow'

// Tries everything that the settings name, and prints one line for each with the remedy of what does not work:
// npm run doctor
// npm run doctor -- --send you@example.org
// Ends with 0 if there are no faults, with 1 if there are, and with 2 if the settings or options cannot be read.

const [option, sendTo, ...others] = process.argv.slice(2)
if (option !== undefined && (option !== '--send' || !/^\S+@\S+$/.test(sendTo ?? '') || others.length > 0)) {
  console.error('The only option is --send ADDRESS, which sends a test email')
  process.exit(2)
}
try {
  const findings = await examineInstallation(readConfig(process.env), { env: process.env, sendTo })
  console.log(describeFindings(findings))
  process.exit(findings.some(({ outcome }) => outcome === 'fault') ? 1 : 0)
} catch (error) {
  console.error(errorMessageOf(error))
  process.exit(2)
}
