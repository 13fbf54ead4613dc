"""What is in the expansion port of a machine that was configured.

That the parts of a configuration fit together, c64.config has checked; here only files are
found wanting.
"""

from c64.cartridge.georam import GEORAM_SIZES, GeoRam
from c64.cartridge.port import Cartridge
from c64.cartridge.ram import RAMCART_SIZES, DoubleQuickBrownBox, Isepic, RamCart
from c64.cartridge.registry import cartridge_from_crt
from c64.cartridge.reu import REU, REU_SIZES
from disk.budget import IMAGE_MOST
from disk.crt import Crt
from disk.errors import MediaDamaged, MediaUnknown
from disk.loader import open_media
from disk.plain_file import read_plain


def _sizes(sizes_k):
    """Return {name: KiB}: "512k", "1m" and so on."""
    return {f"{k}k" if k < 1024 else f"{k // 1024}m": k for k in sizes_k}


REU_NAMES = _sizes(REU_SIZES)
GEORAM_NAMES = _sizes(GEORAM_SIZES)
RAMCART_NAMES = _sizes(RAMCART_SIZES)


def make_port(config):
    """Return the c64.cartridge.port.Cartridge that a c64.config.MachineConfig asks for.

    Raises disk.errors.MediaError for an unusable file.
    """
    if config.georam is not None:
        return GeoRam(GEORAM_NAMES[config.georam])
    if config.ramcart is not None:
        return RamCart(RAMCART_NAMES[config.ramcart], config.ramcart_ro)
    if config.isepic:
        return Isepic()
    inner = DoubleQuickBrownBox() if config.dqbb else config.cart
    if inner is not None and not isinstance(inner, Cartridge):
        inner = cartridge_from_crt(_opened(inner))
    if config.reu is None and config.reu_image is None:
        return inner or Cartridge()
    return _reu(config.reu, config.reu_image, inner)


def _reu(size, image, inner):
    """Return the REU of a size by name, or as large as the image file needs; or both."""
    largest = REU_SIZES[-1] if size is None else REU_NAMES[size]
    contents = b""
    if image is not None:
        try:
            contents = read_plain(image, IMAGE_MOST)
        except OSError as error:
            raise MediaUnknown(
                f"{image}: {error.strerror}; give a file with the contents of a REU"
            ) from None
    if len(contents) > largest * 1024:
        raise MediaDamaged(f"{image}: {len(contents)} bytes do not fit in a REU of {largest} KiB")
    if size is None:
        largest = next(k for k in REU_SIZES if k * 1024 >= len(contents))
    return REU(largest, inner, contents)


def _opened(cart):
    """Return the disk.crt.Crt of a path; one that is opened already comes back."""
    media = cart if isinstance(cart, Crt) else open_media(cart)
    if media.kind != "cartridge":
        raise MediaUnknown(f"{cart}: is a {media.kind}, not a cartridge; give a .crt")
    return media
