import { useEffect, useState } from 'react'
import icon from '../../plain-page/public/icon.svg'
import { backend, type SiteSettings } from './backend.ts'
import { VerifyCard } from './verify-card.tsx'

export function App() {
  const [settings, setSettings] = useState<SiteSettings>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    backend.settings().then(setSettings, (error: Error) => setProblem(error.message))
  }, [])

  return (
    <>
      <header>
        <img src={icon} alt="" width="24" height="24" />
        <span>{settings?.appName ?? 'Larkfield Exchange'}</span>
      </header>
      <main>
        <h1>Verify who you are</h1>
        <p>
          The law asks us to know our customers. It takes about three minutes. You need your identity document
          and a camera.
        </p>
        {settings && <VerifyCard settings={settings} />}
        {problem && (
          <p id="result" role="status" data-state="problem">
            {problem}
          </p>
        )}
        <p className="small">
          Your document goes straight to the verification service. We see the e-mail address you sign in with,
          the status of your verification, and the result if you share it.
        </p>
      </main>
    </>
  )
}
