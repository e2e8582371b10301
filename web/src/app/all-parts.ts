// Everything that browsers load by and by, at once: for the page renderer, and for tests that are not about that.
import * as content from "../features/content/content/ContentPage";
import HostedForm from "../features/content/forms/HostedForm";
import NewsletterBand from "../features/content/newsletter/NewsletterBand";
import FreeFormSection from "../features/finding/catalog/FreeFormFields";
import ProductDetails from "../features/finding/catalog/ProductDetails";
import * as product from "../features/finding/catalog/ProductPage";
import ProductRow from "../features/finding/catalog/ProductRow";
import RecentlyViewed from "../features/finding/catalog/RecentlyViewed";
import * as list from "../features/finding/search/ListPage";
import WishHeart from "../features/finding/wishlist/WishHeart";
import ReportFrame from "../features/people/reports/ReportFrame";
import Footer from "../features/shell/shell/Footer";
import { drawAtOnce } from "../shared/later";
import { showWith } from "./public-pages";

const nothing = () => null;

showWith({ content, list, product });
drawAtOnce({
  Footer,
  FreeFormSection,
  HostedForm,
  NewsletterBand,
  ProductDetails,
  ProductRow,
  RecentlyViewed,
  ReportFrame,
  WishHeart,
  // These are seen in browsers only.
  ChatLinks: nothing,
  FormDrawer: nothing,
});
