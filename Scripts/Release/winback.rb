# A Homebrew formula, to be copied into a tap: replace OWNER, VERSION and the three checksums by those
# of a release.
class Winback < Formula
  desc "Tells which App Store win-back offers a customer may redeem, why, and when"
  homepage "https://github.com/OWNER/winback"
  version "VERSION"
  license "Apache-2.0"

  on_macos do
    on_arm do
      url "https://github.com/OWNER/winback/releases/download/VERSION/winback-macos-arm64.tar.gz"
      sha256 "SHA256_OF_MACOS_ARM64"
    end
  end
  on_linux do
    on_intel do
      url "https://github.com/OWNER/winback/releases/download/VERSION/winback-linux-x86_64.tar.gz"
      sha256 "SHA256_OF_LINUX_X86_64"
    end
    on_arm do
      url "https://github.com/OWNER/winback/releases/download/VERSION/winback-linux-aarch64.tar.gz"
      sha256 "SHA256_OF_LINUX_AARCH64"
    end
  end

  def install
    bin.install "winback"
    bash_completion.install "completions/winback.bash" => "winback"
    zsh_completion.install "completions/winback.zsh" => "_winback"
    fish_completion.install "completions/winback.fish" => "winback.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/winback --version")
  end
end
