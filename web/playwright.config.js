import { defineConfig } from "@playwright/test";

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const firefox = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

export default defineConfig({
  testDir: "tests",
  outputDir: "../target/playwright",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  reporter: "list",
  projects: [
    {
      name: "chromium",
      testIgnore: "firefox.spec.js",
      use: { browserName: "chromium", launchOptions: { executablePath: chromium, args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"] } },
    },
    {
      name: "firefox",
      testMatch: "firefox.spec.js",
      // Debian's Firefox, by WebDriver BiDi.
      use: { browserName: "firefox", channel: "moz-firefox", launchOptions: { executablePath: firefox } },
    },
  ],
});
